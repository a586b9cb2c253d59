package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

extension StubRegistry {
  /// Whether a request is ours, as `canInit` asks it: the decision by itself, for the benchmark.
  package func answers(_ request: URLRequest) -> Bool {
    isOurs(request)
  }
}

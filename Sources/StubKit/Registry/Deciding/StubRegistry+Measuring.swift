#if canImport(FoundationNetworking)
  package import FoundationNetworking
#else
  package import Foundation
#endif

extension StubRegistry {
  /// Whether a request is ours, as `canInit` asks it: the decision by itself, for the benchmark.
  package func answers(_ request: URLRequest) -> Bool {
    isOurs(request)
  }
}

import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension StubRegistry {
  /// Says which stub would answer a request, or which came closest and why they do not match.
  ///
  /// It runs the conditions of stubs, closures included, and claims nothing.
  public func explain(_ request: URLRequest) -> String {
    explain(StubRequest(request))
  }

  func explain(_ request: StubRequest) -> String {
    NearMissReport(of: request, stubs: stubs).text
  }
}

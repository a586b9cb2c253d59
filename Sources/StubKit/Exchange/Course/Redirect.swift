import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where a response leads.
struct Redirect: Sendable {
  /// The request that follows.
  let request: URLRequest
  /// Where it comes from, for the report if no stub matches it.
  let origin: String?
}

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct Redirect: Sendable {
  let request: URLRequest
  /// The redirect in words, for the report if no stub matches.
  let origin: String?
}

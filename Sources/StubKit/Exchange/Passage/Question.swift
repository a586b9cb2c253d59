import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A question to the client's delegate.
enum Question: Sendable {
  /// Whether a redirect is followed, and by which request.
  case redirect(Redirect, after: StubResponse.Head, of: URLRequest)
  /// Whether it has a credential for a challenge, after a number of credentials that failed.
  case challenge(BasicChallenge, in: StubResponse.Head, of: URLRequest, failures: Int)
}

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the client's delegate is asked.
enum Question: Sendable {
  /// Whether a redirect is followed, and by which request.
  case redirect(Redirect, after: StubResponse.Head, of: URLRequest)
  /// Whether it has a credential for a challenge, which so many others have failed.
  case challenge(BasicChallenge, in: StubResponse.Head, of: URLRequest, failures: Int)
}

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The receiver of a request's answer, which knows the request's session.
protocol Client: AnyObject {
  func limits(of request: URLRequest) -> TimeLimits
  /// Adds the session's headers and cookies to a request.
  func dressed(_ request: URLRequest) -> URLRequest
  func keepCookies(of head: StubResponse.Head, for request: URLRequest)

  /// Called with the number of bytes of the request's body that were sent so far.
  func hearSent(_ count: Int, of total: Int)
  /// Called with the head of the response; the loading system may follow the redirect, if there is one.
  func hear(_ head: StubResponse.Head, of request: URLRequest, leadingTo redirect: Redirect?)
  /// Called for the response that is not HTTP, whose head the door has kept.
  func hearForeignHead()
  /// Called with a piece of the body, and the body so far if it is known without copying.
  func hear(_ piece: Data, bodySoFar: Data?)
  /// Called when a hop's outcome is known.
  func hearOutcome(_ outcome: StubExchange.Outcome, error: (any Error)?)
  /// Stops all work for the current hop.
  func stopHop()
  /// Releases values that may hold a user's objects, whose deinits may do anything.
  func letGo(of claim: Claim?, and walk: DeliveryCursor?)
  func hear(_ ending: Ending)
}

import Foundation

/// Performs the effects of a course.
protocol Door: Client {
  /// Returns the result, or nil and calls `Passage.bring` with it later; earlier tickets are void.
  func perform(_ effect: Effect, by ticket: Passage.Ticket, of passage: Passage) -> Input?
  func abandon()
}

/// The receiver of a request's answer; it knows the request's session, if there is one.
protocol Client: AnyObject {
  /// Whether the client is a session of this process, whose errors the test prints.
  var isSession: Bool { get }
  func limits(of request: URLRequest) -> TimeLimits
  /// Adds the session's headers and cookies; `isOwn` means that the task was made with `request`.
  func dressed(_ request: URLRequest, isOwn: Bool) -> URLRequest
  /// Removes a session's cookies from its task's request, before an answer changes the cookies.
  func removeSessionCookies(from request: inout URLRequest)
  func keepCookies(of head: StubResponse.Head, for request: URLRequest)

  /// `count` bytes of the request's body have been sent so far.
  func hearSent(_ count: Int, of total: Int)
  /// If there is a redirect, the loading system may follow it.
  func hear(
    _ head: StubResponse.Head, followedBy body: BodyLength, of request: URLRequest,
    leadingTo redirect: Redirect?)
  /// The response is not HTTP.
  func hear(foreignHead: URLResponse)
  /// `bodySoFar` includes the piece; nil if providing it would take a copy.
  func hear(_ piece: Data, bodySoFar: Data?)
  func hearOutcome(_ outcome: StubExchange.Outcome, error: (any Error)?)
  func stopHop()
  /// Releases the values, which may hold a user's objects, whose deinits may do anything.
  func letGo(of claim: Claim?, and walk: DeliveryPlan?)
  func hear(_ ending: Ending)
}

package enum Ending: Sendable {
  case finished
  case failed(any Error, as: StubExchange.Outcome)
  /// Cancelled by the client, which is therefore not told.
  case cancelled

  /// Shortens the error, so that a test that throws it does not print the whole report twice.
  func saying(_ brief: String?) -> Ending {
    guard let brief, case .failed(let error as URLError, let outcome) = self else { return self }
    return .failed(error.saying(brief), as: outcome)
  }
}

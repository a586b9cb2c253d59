import Foundation

/// Performs effects: at once, or later through `Passage.bring`.
protocol Door: Client {
  /// Returns the input for an effect at once, or nil and brings it later; earlier tickets are void.
  func perform(_ effect: Effect, by ticket: Passage.Ticket, of passage: Passage)
    -> Input?
  func abandon()
}

/// The receiver of a request's answer, which knows the request's session if there is one.
protocol Client: AnyObject {
  /// Whether the client is a session of this process, whose errors the test prints.
  var isSession: Bool { get }
  func limits(of request: URLRequest) -> TimeLimits
  /// Adds the session's headers and cookies to a request; `isOwn` for the one that the task was made with.
  func dressed(_ request: URLRequest, isOwn: Bool) -> URLRequest
  func keepCookies(of head: StubResponse.Head, for request: URLRequest)

  /// Called with the number of bytes of the request's body that were sent so far.
  func hearSent(_ count: Int, of total: Int)
  /// Called with the head of the response; the loading system may follow the redirect, if there is one.
  func hear(
    _ head: StubResponse.Head, followedBy body: BodyLength, of request: URLRequest,
    leadingTo redirect: Redirect?)
  /// Called for a response that is not HTTP, whose head the door has kept.
  func hearForeignHead()
  /// Called with a piece of the body, and the body so far if it is known without copying.
  func hear(_ piece: Data, bodySoFar: Data?)
  func hearOutcome(_ outcome: StubExchange.Outcome, error: (any Error)?)
  func stopHop()
  /// Releases values that may hold a user's objects, whose deinits may do anything.
  func letGo(of claim: Claim?, and walk: DeliveryCursor?)
  func hear(_ ending: Ending)
}

/// How a request ends, which it does exactly once.
package enum Ending: Sendable {
  case finished
  case failed(any Error, as: StubExchange.Outcome)
  /// Cancelled by the client, which is therefore not told.
  case cancelled

  /// Shortens the error: a test prints an error that it throws, and should not print a report twice.
  func saying(_ brief: String?) -> Ending {
    guard let brief, case .failed(let error as URLError, let outcome) = self else { return self }
    return .failed(error.saying(brief), as: outcome)
  }
}

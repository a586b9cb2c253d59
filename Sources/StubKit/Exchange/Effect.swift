import Foundation

/// An effect that a course asks for and waits for, one at a time.
enum Effect: Sendable {
  /// Only the task's own request can have a body outside of the `URLRequest`, such as an upload's.
  case body(of: URLRequest, isOwn: Bool)
  case decision(on: URLRequest, body: Data?)
  indirect case report(on: StubRequest, in: ExchangeLog.ID?, origin: String?, within: TimeLimits)
  indirect case response(to: Claim, within: TimeLimits)
  /// The director's permission to deliver an answer; the director may replace the answer.
  case leave(for: ResolvedResponse?, of: Claim)
  indirect case advice(on: Question, within: TimeLimits)
  /// A time to wait for, counted from the start of the delivery.
  case moment(Duration)
  indirect case piece(of: Reply.Source, within: TimeLimits)
  indirect case network(URLRequest, body: Data?, credential: String?, within: TimeLimits)
  indirect case arrival(within: TimeLimits)
  indirect case hearing(of: StubEvent, within: TimeLimits)
  indirect case telling(
    of: StubIssue?, judging: [StubExchange] = [], to: IssueReporter?, within: TimeLimits)
  /// The course is over, hangs until it is cancelled, or is paused before its next input.
  case nothing
}

enum Question: Sendable {
  case redirect(Redirect, after: StubResponse.Head, of: URLRequest)
  /// Whether the delegate has another credential; `failures` credentials have failed so far.
  case challenge(BasicChallenge, in: StubResponse.Head, of: URLRequest, failures: Int)
}

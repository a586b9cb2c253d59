import Foundation

/// An effect that a course asks for and waits for, one at a time.
enum Effect: Sendable {
  /// Only the task's own request can have a body outside of the `URLRequest`, such as an upload's.
  case body(of: URLRequest, isOwn: Bool)
  case decision(on: URLRequest, body: Data?)
  indirect case report(on: StubRequest, in: ExchangeLog.ID?, origin: String?, within: Patience)
  indirect case response(to: Claim, within: Patience)
  /// The director's permission to deliver an answer; the director may replace the answer.
  case leave(for: ResolvedResponse?, of: Claim)
  indirect case advice(on: Question, within: Patience)
  /// Counted from the start of the delivery.
  case moment(Duration)
  indirect case piece(of: Reply.Source, within: Patience)
  indirect case network(URLRequest, body: Data?, within: Patience)
  indirect case arrival(within: Patience)
  indirect case hearing(of: StubEvent, within: Patience)
  indirect case telling(
    of: StubIssue?, judging: [StubExchange] = [], to: IssueReporter?, within: Patience)
  /// The course is over, or hangs until it is cancelled.
  case nothing
}

enum Question: Sendable {
  case redirect(Redirect, after: StubResponse.Head, of: URLRequest)
  /// Whether the delegate has another credential, after `failures` of them have failed.
  case challenge(BasicChallenge, in: StubResponse.Head, of: URLRequest, failures: Int)
}

/// How long a user's code or the network may take, and the error after that.
struct Patience: Sendable {
  private let limits: TimeLimits
  /// When there was progress last, counted from the start of the delivery.
  private let lastProgress: Duration

  init(_ limits: TimeLimits, lastProgress: Duration = .zero) {
    (self.limits, self.lastProgress) = (limits, lastProgress)
  }

  /// The patience that is left when so much of the time for the whole request has passed.
  func spending(_ time: Duration) -> Patience {
    var limits = limits
    limits.spent += time
    return Patience(limits, lastProgress: lastProgress)
  }

  /// Nil if the time is unlimited.
  var duration: Duration? {
    limits.deadline(lastProgress: lastProgress).map { max($0 - lastProgress, .zero) }
  }

  var error: URLError { limits.error(lastProgress: lastProgress) }
}

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a course waits for; never more than one thing at a time.
enum Need: Sendable {
  /// The whole body of a request.
  ///
  /// Only the task's own request can have a body that is not written into it.
  case body(of: URLRequest, isOwn: Bool)
  /// Who answers a request.
  case decision(on: URLRequest, body: Data?)
  /// What to tell the client about a request that no stub matches.
  case report(on: StubRequest, in: ExchangeLog.ID?, origin: String?, within: Patience)
  /// The response that the closure of a claimed stub makes.
  case response(to: Claim, within: Patience)
  /// Leave for an answer to go, which comes with it: perhaps another.
  case leave(for: ResolvedResponse?, of: Claim)
  /// What the client's delegate says to a question.
  case advice(on: Question, within: Patience)
  /// A moment, counted from when the delivery began.
  case moment(Duration)
  /// The next piece of a body that comes from an asynchronous sequence.
  case piece(of: Reply.Source, within: Patience)
  /// The first thing that the network brings back for a request.
  case network(URLRequest, body: Data?, within: Patience)
  /// The next thing that the network brings back.
  case arrival(within: Patience)
  /// That everybody who listens has heard of an event.
  case hearing(of: StubEvent, within: Patience)
  /// That a test has been told of an issue.
  case telling(of: StubIssue, to: IssueReporter?, within: Patience)
  /// Nothing: the course is over, or never ends by itself.
  case nothing
}

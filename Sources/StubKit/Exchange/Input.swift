import Foundation

/// An input of a course, the result of an effect; `failed` and `cancelled` may come at any time.
///
/// Large and rare values are boxed, here and in related types: each step moves an input several times.
enum Input: Sendable {
  case begun
  case body(Data?)
  case decision(Decision)
  indirect case report(URLError)
  indirect case response(StubResponse)
  /// The answer to deliver; nil if the network performs the hop.
  case leave(ResolvedResponse?)
  indirect case advice(Advice)
  case due
  /// A piece of a source's body and when it came; nil for the source's end.
  case piece(Data?, at: Duration)
  indirect case arrival(Arrival)
  /// Event handlers or the test have been told; `inBrief`, if any, replaces the client's error text.
  case heard(inBrief: String? = nil)
  case failed(any Error, as: StubExchange.Outcome = .failed)
  case cancelled
}

enum Advice: Sendable {
  case follow(URLRequest)
  /// The value of the `Authorization` header with which to send the request again.
  case authorize(String)
  /// Take the redirect or the challenge itself as the response.
  case keep
  case cancel
  /// The loading system decides whether the redirect is followed, and does not report its decision.
  case handOver
}

enum Arrival: Sendable {
  case head(StubResponse.Head)
  /// The head of a response that is not HTTP, such as a file's; the door keeps it for the client.
  case foreignHead
  case piece(Data)
  case end
}

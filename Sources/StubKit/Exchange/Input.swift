import Foundation

/// The result of an effect of a course; `failed` and `cancelled` may come at any time.
///
/// Large and rare values are boxed, because each step moves an input several times.
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
  /// Nil for the end of the source.
  case piece(Data?, at: Duration)
  indirect case arrival(Arrival)
  /// Event handlers or the test have been told; `inBrief` replaces the text of the client's error.
  case heard(inBrief: String? = nil)
  case failed(any Error, as: StubExchange.Outcome = .failed)
  case cancelled
}

enum Advice: Sendable {
  case follow(URLRequest)
  /// Send the request again with this value of the `Authorization` header.
  case authorize(String)
  /// Take the redirect or the challenge itself as the response.
  case keep
  case cancel
  /// Let the loading system decide on the redirect; it does not report its decision.
  case handOver
}

enum Arrival: Sendable {
  case head(StubResponse.Head)
  /// The response is not HTTP, but a file's, for example.
  case foreignHead(URLResponse)
  case piece(Data)
  case end
}

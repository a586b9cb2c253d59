import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An input of a course, the result of a need; `failed` and `cancelled` may come at any time.
enum News: Sendable {
  case begun
  case body(Data?)
  case decision(Decision)
  case report(URLError)
  case response(StubResponse)
  /// The answer to deliver; nil if the network performs the hop.
  case leave(ResolvedResponse?)
  case advice(Advice)
  case due
  /// A piece of a source's body and when it came; nil for the source's end.
  case piece(Data?, at: Duration)
  case arrival(Arrival)
  /// Event handlers or the test have been told; `inBrief` then replaces the text of the client's error.
  case heard(inBrief: String? = nil)
  case failed(any Error, as: StubExchange.Outcome = .failed)
  case cancelled
}

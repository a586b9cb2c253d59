import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What comes for a need; `failed` and `cancelled` may come for any.
enum News: Sendable {
  /// The client has started the request.
  case begun
  case body(Data?)
  case decision(Decision)
  case report(URLError)
  case response(StubResponse)
  /// The answer that may go; nil for the network's.
  case leave(ResolvedResponse?)
  case advice(Advice)
  /// The moment has come.
  case due
  /// A piece of a source's body and when it came; nil at the end of the source.
  case piece(Data?, at: Duration)
  case arrival(Arrival)
  /// The event has been heard, or the test been told; then the client's error need say no more than
  /// this, if it is not nil.
  case heard(inBrief: String? = nil)
  case failed(any Error, as: StubExchange.Outcome = .failed)
  case cancelled
}

/// What is done to a connection instead of an answer, or in the middle of one.
enum ServerFault: Sendable, Equatable {
  /// The client sees a reset, once it has been sent all that came before.
  case reset
  /// The connection ends.
  case end
  /// Something comes that is no answer, and the connection ends.
  case garbage
  /// Nothing comes any more; the connection stays until the client goes.
  case silence
}

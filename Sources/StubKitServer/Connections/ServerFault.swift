/// What the server does to a connection instead of an answer, or in the middle of one.
enum ServerFault: Sendable, Equatable {
  /// The client gets a reset, after all bytes that were written before.
  case reset
  /// The connection ends.
  case end
  /// The client gets bytes that are no answer, and the connection ends.
  case garbage
  /// The client gets nothing more; the connection stays until the client goes.
  case silence
}

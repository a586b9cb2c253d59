enum ServerFault: Sendable, Equatable {
  /// The client gets a reset, after all bytes that were written before.
  case reset
  case end
  /// The client gets bytes that are no answer; in the middle of an answer it gets a reset.
  case garbage
  /// The client gets nothing more; the connection stays until the client goes.
  case silence
}

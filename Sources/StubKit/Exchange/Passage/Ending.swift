/// How a request ends; each does exactly once.
enum Ending: Sendable {
  case finished
  case failed(any Error)
  /// By the client, which knows.
  case cancelled
}

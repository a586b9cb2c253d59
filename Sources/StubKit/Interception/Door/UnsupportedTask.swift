import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The kinds of task that a platform does not let a protocol answer.
enum UnsupportedTask {
  /// Returns the error for a task that cannot be answered; nil if it can be.
  static func error(for task: URLSessionTask?) -> URLError? {
    if let error = platformError(for: task) { return error }
    if task is URLSessionWebSocketTask {
      return URLError(
        .unsupportedURL,
        "StubKit does not answer WebSocket tasks, and this one may not pass: the registry lets nothing "
          + "out that no stub matches, or a stub may match it. Put the socket behind a protocol of your "
          + "own, or let its URL pass and give each stub a condition on the scheme, host or path.",
        url: task?.originalRequest?.url)
    }
    return nil
  }
}

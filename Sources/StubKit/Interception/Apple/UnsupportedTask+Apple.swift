#if canImport(ObjectiveC)
  import Foundation

  /// The loading system makes the file of a download task itself.
  extension UnsupportedTask {
    /// The error for a task that this platform cannot have answered: there is none.
    static func platformError(for task: URLSessionTask?) -> URLError? { nil }
  }
#endif

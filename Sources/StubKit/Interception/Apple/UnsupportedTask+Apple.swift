#if canImport(ObjectiveC)
  import Foundation

  /// The loading system makes the file of a download task itself.
  extension UnsupportedTask {
    /// Why this platform cannot have a task answered: every kind can be.
    static func platformError(for task: URLSessionTask?) -> URLError? { nil }
  }
#endif

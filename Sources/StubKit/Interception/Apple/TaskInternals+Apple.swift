#if canImport(ObjectiveC)
  import CStubKit
  import Foundation

  /// What a task knows and does not tell: its session.
  ///
  /// The fact: `session` is a getter that is not public. Where a task does not respond to it, the
  /// session's timeouts, headers and delegate stay unknown, and everything else works.
  enum TaskInternals {
    /// The session that a task belongs to.
    static func session(of task: URLSessionTask) -> URLSession? {
      guard let pointer = stubkit_session_of(Unmanaged.passUnretained(task).toOpaque()) else {
        return nil
      }
      return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? URLSession
    }

    /// Where the body of an upload is that is not in its request: it always is.
    static func body(of task: URLSessionTask) -> RequestBody { .none }
  }
#endif

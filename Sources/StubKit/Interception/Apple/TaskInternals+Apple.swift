#if canImport(ObjectiveC)
  import CStubKit
  import Foundation

  /// The session of a task, which its public interface does not tell.
  ///
  /// The fact: `session` is a getter that is not public. Where a task does not respond to it, the session's
  /// timeouts, headers and delegate stay unknown, and everything else works.
  enum TaskInternals {
    static func session(of task: URLSessionTask) -> URLSession? {
      guard let pointer = stubkit_session_of(Unmanaged.passUnretained(task).toOpaque()) else {
        return nil
      }
      return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? URLSession
    }

    /// Whether a Swift task is known to do nothing but await the end of a task: on this platform never.
    static func isAwaited(_ task: URLSessionTask) -> Bool { false }

    /// The place of an upload's body outside of the request: on this platform there is none.
    static func body(of task: URLSessionTask) -> RequestBody { .none }
  }
#endif

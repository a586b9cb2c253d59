#if canImport(ObjectiveC)
  import CStubKit
  import Foundation

  /// Reads a task's session by a private getter; without it, the session's configuration and
  /// delegate stay unknown, and everything else works.
  enum TaskInternals {
    static func session(of task: URLSessionTask) -> URLSession? {
      guard let pointer = stubkit_session_of(Unmanaged.passUnretained(task).toOpaque()) else {
        return nil
      }
      return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? URLSession
    }

    /// Whether only a Swift task awaits the end; false, since this platform does not show it.
    static func isAwaited(_ task: URLSessionTask) -> Bool { false }

    /// False: on this platform, only the session's delegate learns of an invalidation.
    static func isInvalidated(_ session: URLSession) -> Bool { false }

    /// On this platform an upload has no body outside of its request.
    static func body(of task: URLSessionTask) -> RequestBody { .none }
  }

  extension URLRequest {
    /// 60 is also the `timeoutInterval` of a request that sets none.
    var setsTimeout: Bool { timeoutInterval != 60 }
  }
#endif

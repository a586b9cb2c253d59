#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation

  /// Calls a task's client and its delegate where they must be called.
  ///
  /// The client must be called on the task's work queue: it reads the session's table of tasks
  /// without a lock, and on another queue it crashes when tasks are cancelled.
  final class ClientContext: Sendable {
    let task: URLSessionTask?
    let session: URLSession?
    private let workQueue: DispatchQueue

    init(of proto: StubURLProtocol) {
      task = proto.task
      session = proto.task.flatMap(TaskInternals.session)
      workQueue = proto.task.flatMap(TaskInternals.workQueue) ?? IdleTask.workQueue
    }

    var state: URLSessionTask.State? { task.map(TaskInternals.state) }

    /// Whether `suspend()` makes Foundation call `stopLoading()`, and `resume()` `startLoading()`.
    static let pausesSuspendedTasks = true

    /// A session adds its cookies when it makes a task, and at no other time.
    static let addsCookiesToTasks = true

    func perform(_ block: @escaping @Sendable () -> Void) { workQueue.async(execute: block) }

    /// Calls back when the session's delegate has heard what the client was told so far.
    var drain: Drain {
      Drain { [workQueue, session] done in
        // On any other queue `done` would overtake blocks that still wait on this one.
        workQueue.async {
          guard let session, session.delegateQueue.operationCount > 0 else { return done() }
          session.delegateQueue.addOperation(done)
        }
      }
    }

    /// Does nothing here, where `drain` sees the end of the task.
    func keepUntilDelivered(_ kept: @autoclosure () -> some Sendable) {}

    /// Calls back when every request that was resumed or cancelled before has begun or ended.
    static func requestsHaveBegun(_ done: @escaping @Sendable () -> Void) {
      // Freed tasks are cancelled on this queue, on which nothing ever waits.
      FreedTask.queue.sync {}
      IdleTask.workQueue.async(execute: done)
    }

    @discardableResult
    func withDelegate(
      _ action:
        @escaping @Sendable (any URLSessionTaskDelegate, URLSession, URLSessionTask) -> Void
    ) -> Bool {
      guard let session, let task, let delegate = task.delegate else { return false }
      session.delegateQueue.addOperation { action(delegate, session, task) }
      return true
    }

    /// Tells the delegate how much was sent; Foundation does not for a custom protocol.
    func tellDelegate(sent: Int64, of total: Int64, added: Int64) {
      withDelegate { delegate, session, task in
        delegate.urlSession(
          session, task: task, didSendBodyData: added, totalBytesSent: sent,
          totalBytesExpectedToSend: total)
      }
    }
  }

  extension UnsupportedTask {
    static func platformRefusal(of task: URLSessionTask?) -> String? {
      guard task is URLSessionDownloadTask else { return nil }
      return "StubKit cannot answer a download task here: on this platform no URLProtocol can hand "
        + "over a file, and Foundation would trap. Use a data task in the code under test, let it ask a "
        + "stub server (`serveStubs()` of StubKitServer), or let this request pass."
    }
  }
#endif

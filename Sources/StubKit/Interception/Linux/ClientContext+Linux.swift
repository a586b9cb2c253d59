#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation

  /// Where a task's client is called, and whose delegate is asked.
  ///
  /// The fact: the client must be called on the task's work queue. The client reads the session's table
  /// of tasks without a lock; on another queue it crashes when tasks are cancelled.
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

    /// Whether the loading system starts and stops an instance as its task is resumed and suspended.
    static let pausesSuspendedTasks = true

    /// Whether a session adds its cookies when it makes a task.
    ///
    /// The fact: it does so then, and at no other time.
    static let addsCookiesToTasks = true

    func perform(_ block: @escaping @Sendable () -> Void) { workQueue.async(execute: block) }

    /// Calls back when the session has told its client everything.
    var drain: Drain {
      Drain { [workQueue, session] done in
        // The task's own work queue: on another queue the marker would overtake blocks that still wait.
        workQueue.async {
          guard let session, session.delegateQueue.operationCount > 0 else { return done() }
          session.delegateQueue.addOperation(done)
        }
      }
    }

    /// Does nothing on this platform, where `drain` sees the end of the task.
    func keepUntilDelivered(_ kept: @autoclosure () -> some Sendable) {}

    /// Calls back when every request that was resumed or cancelled before has begun or ended.
    static func requestsHaveBegun(_ done: @escaping @Sendable () -> Void) {
      // A freed task is cancelled on this queue first, on which nothing ever waits.
      FreedTask.queue.sync {}
      IdleTask.workQueue.async(execute: done)
    }

    /// Calls the delegate on its queue; false if there is none.
    @discardableResult
    func withDelegate(
      _ action:
        @escaping @Sendable (any URLSessionTaskDelegate, URLSession, URLSessionTask) -> Void
    ) -> Bool {
      guard let session, let task, let delegate = task.delegate else { return false }
      session.delegateQueue.addOperation { action(delegate, session, task) }
      return true
    }

    /// The fact: for a custom protocol no loading system tells the delegate how much was sent.
    func tellDelegate(sent: Int64, of total: Int64, added: Int64) {
      withDelegate { delegate, session, task in
        delegate.urlSession(
          session, task: task, didSendBodyData: added, totalBytesSent: sent,
          totalBytesExpectedToSend: total)
      }
    }
  }

  /// The fact: a protocol cannot hand over the file of a download task, and Foundation traps.
  extension UnsupportedTask {
    static func platformError(for task: URLSessionTask?) -> URLError? {
      guard task is URLSessionDownloadTask else { return nil }
      return URLError(
        .unsupportedURL,
        "StubKit cannot answer a download task here: on this platform no URLProtocol can hand over "
          + "a file, and Foundation would trap. Use a data task in the code under test, or let "
          + "this request pass.",
        url: task?.originalRequest?.url)
    }
  }
#endif

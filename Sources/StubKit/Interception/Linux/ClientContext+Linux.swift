#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking

  /// Where a task's client is called, and whose delegate is asked.
  ///
  /// The fact: the client may be called on the task's work queue only. It reads the session's table
  /// of tasks without a lock: elsewhere, with cancellations, it crashes.
  struct ClientContext: Sendable {
    let task: URLSessionTask?
    let session: URLSession?
    private let workQueue: DispatchQueue

    init(of proto: StubURLProtocol) {
      task = proto.task
      session = proto.task.flatMap(TaskInternals.session)
      workQueue = proto.task.flatMap(TaskInternals.workQueue) ?? IdleTask.workQueue
    }

    /// Whether the loading system starts and stops an instance as its task is resumed and suspended.
    static let pausesSuspendedTasks = true

    /// Runs a block in the client's context, some time later.
    func perform(_ block: @escaping @Sendable () -> Void) {
      workQueue.async(execute: block)
    }
  }

  extension ClientContext {
    /// Has something called when the session has told its client everything.
    var drain: Drain {
      { [workQueue, session] done in
        // The task's own: what waits on another queue may be passed by.
        workQueue.async {
          guard let session, session.delegateQueue.operationCount > 0 else { return done() }
          session.delegateQueue.addOperation(done)
        }
      }
    }

    /// Keeps something until the end of the task has been told; here that is seen by `drain`.
    func keepUntilDelivered(_ kept: @autoclosure () -> some Sendable) {}

    /// Has something called when every request that was resumed or cancelled before has begun or ended.
    static func requestsHaveBegun(_ done: @escaping @Sendable () -> Void) {
      // A task that was freed is cancelled there first; nothing ever waits on it.
      FreedTask.queue.sync {}
      IdleTask.workQueue.async(execute: done)
    }
  }

  /// The task's delegate, on its own queue.
  extension ClientContext {
    /// Puts something to the delegate; false if there is nobody.
    @discardableResult
    func withDelegate(
      _ action:
        @escaping @Sendable (any URLSessionTaskDelegate, URLSession, URLSessionTask) -> Void
    ) -> Bool {
      guard let session, let task, let delegate = task.delegate else { return false }
      session.delegateQueue.addOperation { action(delegate, session, task) }
      return true
    }

    /// Tells the delegate how much of the request's body has been sent.
    ///
    /// The fact: no loading system does so for a custom protocol.
    func tellDelegate(sent: Int64, of total: Int64, added: Int64) {
      withDelegate { delegate, session, task in
        delegate.urlSession(
          session, task: task, didSendBodyData: added, totalBytesSent: sent,
          totalBytesExpectedToSend: total)
      }
    }
  }
#endif

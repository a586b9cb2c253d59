#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation

  /// Keeps code that cancels an asynchronous request from waiting for the work queue.
  ///
  /// The fact: `cancel()` waits for the task's work queue. A cancelled Swift task calls it while the lock
  /// of that Swift task is held; and the end of `data(for:)` resumes the Swift task on the work queue, and
  /// that needs the lock, too. If the two meet, neither goes on, and all sessions stop with them.
  ///
  /// So from its start on such a task is cancelled, suspended and resumed on another queue, on which
  /// nothing ever waits. The calls that arrive there (`startLoading`, `stopLoading`) go back to the work
  /// queue, and StubKit alone tells the client. Other tasks keep their queue: their end and its
  /// consequences lie on two queues, and a `resume()` in between would end the process.
  enum FreedTask {
    static let queue = DispatchQueue(label: "StubKit.freed")

    /// Work queues of the tasks freed last: a thread that looked one up earlier may still enter it.
    private static let retired = Locked(Ring<DispatchQueue>())
    private static let retiredCount = 1_024

    /// Frees a task that needs it, if its queue can be found.
    ///
    /// The task must not end in this turn of the work queue: a thread may wait for that queue to cancel it.
    static func free(_ task: URLSessionTask) {
      guard TaskInternals.isAwaited(task),
        let old = TaskInternals.workQueueReference.exchange(for: queue, in: task)
      else { return }
      let forgotten = retired.withLock { retired in
        retired.append(old)
        return retired.count > retiredCount ? retired.popFirst() : nil
      }
      withExtendedLifetime(forgotten) {}
    }
  }
#endif

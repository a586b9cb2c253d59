#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation

  /// Keeps code that cancels an awaited task from waiting for the work queue.
  ///
  /// `cancel()` waits for the task's work queue, and a cancelled Swift task calls it while it holds
  /// its own lock. The end of `data(for:)`, on the work queue, resumes the Swift task, which takes
  /// that lock, too. If the two meet, all sessions stop.
  ///
  /// So an awaited task, once started, is cancelled, suspended and resumed on another queue, on
  /// which nothing ever waits. `startLoading` and `stopLoading` arrive there and go back to the
  /// work queue, and StubKit alone tells the client. Other tasks keep their queue: their end and
  /// its consequences lie on two queues, and a `resume()` in between would end the process.
  enum FreedTask {
    static let queue = DispatchQueue(label: "StubKit.freed")

    /// The queues of the tasks freed last: a thread that looked one up before may still enter it.
    private static let retired = Locked(Ring<DispatchQueue>())
    private static let retiredCount = 1_024

    /// The task must not end in this turn of its work queue: a thread may wait there to cancel it.
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

#if canImport(ObjectiveC)
  import Dispatch
  import Foundation

  /// Calls a task's client and its delegate where they must be called.
  ///
  /// A client must be called on the thread, and in the run loop modes, in which loading was
  /// started.
  final class ClientContext: @unchecked Sendable {
    // Unchecked: constants only; a run loop takes blocks from any thread.

    let task: URLSessionTask?
    /// Nil if the task does not reveal its session.
    let session: URLSession?
    private let runLoop = CFRunLoopGetCurrent()
    /// The mode in which loading was started, and the one that the loading system is known to use.
    private let modes = [RunLoop.current.currentMode ?? .default, .default].map(\.rawValue)

    init(of proto: StubURLProtocol) {
      task = proto.task
      session = proto.task.flatMap(TaskInternals.session)
    }

    var state: URLSessionTask.State? { task?.state }

    /// Whether suspending a task stops its protocol instance, and resuming starts it again.
    static let pausesSuspendedTasks = false

    static let addsCookiesToTasks = false

    func perform(_ block: @escaping @Sendable () -> Void) {
      CFRunLoopPerformBlock(runLoop, modes as CFArray, block)
      CFRunLoopWakeUp(runLoop)
    }

    /// Calls back when the session's delegate has heard what the client was told so far.
    var drain: Drain {
      Drain { [self] done in
        perform { [session] in
          guard let session else { return done() }
          session.delegateQueue.addOperation(done)
        }
      }
    }

    /// Keeps a value alive until the client has been told of the task's end.
    ///
    /// The queues by which the client is told are unknown, so this polls the task's state.
    func keepUntilDelivered(_ kept: @autoclosure () -> some Sendable) {
      keepUntilDelivered(kept(), looking: 1_000)
    }

    private func keepUntilDelivered(_ kept: some Sendable, looking times: Int) {
      guard let session, let task else { return }
      guard task.state != .completed, times > 0 else {
        return session.delegateQueue.addOperation { withExtendedLifetime(kept) {} }
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {
        self.keepUntilDelivered(kept, looking: times - 1)
      }
    }

    /// Waits a moment: the threads on which the loading system begins requests are unknown.
    static func requestsHaveBegun(_ done: @escaping @Sendable () -> Void) {
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1), execute: done)
    }

    /// Tells the delegate how much was sent; the loading system does not for a custom protocol.
    func tellDelegate(sent: Int64, of total: Int64, added: Int64) {
      guard let session, let task,
        let delegate = task.delegate ?? session.delegate as? any URLSessionTaskDelegate
      else { return }
      session.delegateQueue.addOperation {
        delegate.urlSession?(
          session, task: task, didSendBodyData: added, totalBytesSent: sent,
          totalBytesExpectedToSend: total)
      }
    }
  }

  /// A download task is supported, since the loading system makes its file itself.
  extension UnsupportedTask {
    static func platformRefusal(of task: URLSessionTask?) -> String? { nil }
  }
#endif

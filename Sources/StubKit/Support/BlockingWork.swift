import Dispatch
import Foundation

/// Threads for work that may block, such as a user's closure: one for each piece of work.
///
/// The pools of libdispatch and tasks are small: some dozens of blocked threads stop the program.
package enum BlockingWork {
  private static let patience = DispatchTimeInterval.seconds(1)

  private final class Idle: Sendable {
    let wakening = DispatchSemaphore(value: 0)
    let work = Locked<(@Sendable () -> Void)?>(nil)
  }

  private static let idle = Locked<[Idle]>([])

  package static func perform(_ work: @escaping @Sendable () -> Void) {
    let found = idle.withLock { $0.popLast() }
    let thread = found ?? Idle()
    thread.work.withLock { $0 = work }
    if found == nil { Thread.detachNewThread { run(thread) } } else { thread.wakening.signal() }
  }

  private static func run(_ own: Idle) {
    while true {
      // Taken, so that an idle thread does not keep its last work alive.
      own.work.withLock { $0.take() }?()
      idle.withLock { $0.append(own) }
      if own.wakening.wait(timeout: .now() + patience) == .timedOut {
        let isGone = idle.withLock { idle in
          idle.firstIndex { $0 === own }.map { idle.remove(at: $0) } != nil
        }
        if isGone { return }
        // Another thread has just taken this one from the list, and will signal.
        own.wakening.wait()
      }
    }
  }
}

extension Task {
  /// Cancels on another thread: a user's cancellation handlers may wait for the client's queue.
  func stop() { BlockingWork.perform { cancel() } }
}

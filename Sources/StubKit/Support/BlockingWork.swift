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
    if let thread = idle.withLock({ $0.popLast() }) {
      thread.work.withLock { $0 = work }
      thread.wakening.signal()
    } else {
      let own = Idle()
      own.work.withLock { $0 = work }
      Thread.detachNewThread { run(own) }
    }
  }

  private static func run(_ own: Idle) {
    while true {
      // Taken, so that an idle thread does not keep its last work alive.
      own.work.withLock { $0.take() }?()
      idle.withLock { $0.append(own) }
      if own.wakening.wait(timeout: .now() + patience) == .timedOut {
        let isGone = idle.withLock { idle in
          guard let position = idle.firstIndex(where: { $0 === own }) else { return false }
          idle.remove(at: position)
          return true
        }
        if isGone { return }
        // Another thread has just taken this one from the list, and will signal.
        own.wakening.wait()
      }
    }
  }
}

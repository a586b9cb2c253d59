import Dispatch

/// Counts the real time in which this process was able to run.
///
/// An overloaded machine or a debugger makes everything late. So the time is counted in slices, and
/// a slice is over only when a task of the timer has run.
package final class RunningTimer: @unchecked Sendable {
  // Unchecked: a source may be used from any thread; what changes is behind the lock.

  private static let bits = 20

  private let source = DispatchSource.makeTimerSource(queue: .global())
  private let count = Locked((left: RunningTimer.bits, isCounting: false))
  private let ring: @Sendable () -> Void

  package init(_ duration: Duration, ring: @escaping @Sendable () -> Void) {
    self.ring = ring
    let (seconds, attoseconds) = max(duration / Self.bits, .milliseconds(1)).components
    // Capped at some thirty years, since the product could overflow.
    let bit = DispatchTimeInterval.nanoseconds(
      Int(min(seconds, 1_000_000_000)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    source.schedule(deadline: .now() + bit, repeating: bit)
    source.setEventHandler { [weak self] in self?.countOne() }
  }

  deinit { cancel() }

  package func start() { source.activate() }

  /// Starts the count again; the slice that is under way does not count.
  func restart() { count.withLock { $0.left = Self.bits + 1 } }

  package func cancel() {
    source.cancel()
    // A source that was never activated must not be released.
    source.activate()
  }

  private func countOne() {
    let isFirst = count.withLock { count in
      defer { count.isCounting = true }
      return !count.isCounting
    }
    guard isFirst else { return }
    JobLane.leavingToRuntime { Task { [weak self] in self?.bitIsOver() } }
  }

  private func bitIsOver() {
    let isLast = count.withLock { count in
      count.isCounting = false
      count.left -= 1
      return count.left == 0
    }
    guard isLast, !source.isCancelled else { return }
    source.cancel()
    ring()
  }
}

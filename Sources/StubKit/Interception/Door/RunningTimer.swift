import Dispatch

/// Counts the real time in which this process was able to run.
///
/// An overloaded machine or a debugger makes everything late. So the time is counted in slices, and
/// a slice is over only when a task of the timer has run. If none runs for a hundred slices, they
/// count as one: tests hold all threads of tasks, perhaps while they wait for the timer. While
/// the timer is held up, only every tenth slice counts.
package final class RunningTimer: @unchecked Sendable {
  // Unchecked: a source may be used from any thread; what changes is behind the lock.

  private static let bits = 20

  private let source = DispatchSource.makeTimerSource(queue: Stopwatch.queue)
  private let count = Locked((left: RunningTimer.bits, waiting: 0, ticks: 0))
  private let isHeldUp: @Sendable () -> Bool
  private let ring: @Sendable () -> Void

  package init(
    _ duration: Duration, unless isHeldUp: @escaping @Sendable () -> Bool = { false },
    ring: @escaping @Sendable () -> Void
  ) {
    (self.isHeldUp, self.ring) = (isHeldUp, ring)
    let bit = max(duration / Self.bits, .milliseconds(1)).withinCentury.inSeconds
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
    let isHeldUp = isHeldUp()
    let waiting = count.withLock { count in
      count.ticks &+= 1
      if isHeldUp, count.ticks % 10 > 0 { return 0 }
      count.waiting += 1
      return count.waiting
    }
    if waiting == 100 { return bitIsOver() }
    // Ever more rarely, so that not many tasks wait where none runs.
    guard waiting.nonzeroBitCount == 1 else { return }
    JobLane.leavingToRuntime { Task { [weak self] in self?.bitIsOver() } }
  }

  private func bitIsOver() {
    let isLast = count.withLock { count in
      // The task of a slice that was given up may still run.
      guard exchange(&count.waiting, for: 0) > 0 else { return false }
      count.left -= 1
      return count.left == 0
    }
    guard isLast, !source.isCancelled else { return }
    source.cancel()
    ring()
  }
}

/// A task's wait until a clock is at rest, or until enough sleepers are on the clock.
final class ClockWait: RestSeeker {
  private struct State {
    var continuation: UnsafeContinuation<Bool, Never>?
    var isCancelled = false
  }

  private let time: SimulatedTime
  /// Nil to wait for rest.
  private let wanted: Int?
  private let limit: Pulse.Limit
  private let state = Locked(State())

  /// A wait for rest exceeds its limit while participants are busy, unless the task is cancelled.
  init(forSleepers wanted: Int? = nil, on time: SimulatedTime, atMost duration: Duration) {
    (self.wanted, self.time) = (wanted, time)
    limit = Timekeeper.shared.limit(of: duration)
  }

  var rest: Rest { time.rest }

  var clock: ClockLook { time.look { wanted == nil && $0.busyCount == 0 } }

  /// True if there are enough sleepers, or if no participant is busy when a wait for rest ends.
  func value() async -> Bool {
    if hasSleepers { return true }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        state.withLock { $0.continuation = continuation }
        Timekeeper.shared.seek(self)
      }
    } onCancel: {
      state.withLock { $0.isCancelled = true }
      Timekeeper.shared.wake()
    }
  }

  private var hasSleepers: Bool { wanted.map { time.sleeperCount >= $0 } ?? false }

  var isWanted: Bool {
    let isCancelled = state.withLock(\.isCancelled)
    if wanted == nil {
      let isQuiet = clock.isQuiet
      if limit.isOver, isQuiet || isCancelled { resume(isQuiet) }
    } else if hasSleepers {
      resume(true)
    } else if limit.isOver || isCancelled {
      resume(false)
    }
    return state.withLock { $0.continuation != nil }
  }

  func hasComeToRest(at count: Int) -> Bool {
    resume(true)
    return false
  }

  private func resume(_ result: Bool) {
    // Counted as activity, so that nothing else is woken before the task has gone on.
    guard let waiting = state.withLock({ $0.continuation.take() }) else { return }
    rest.noteActivity()
    rest.surround { waiting.resume(returning: result) }
  }
}

/// A task that waits until a clock is at rest, or until there are enough sleepers on the clock.
final class ClockWait: RestSeeker {
  private struct State {
    var continuation: UnsafeContinuation<Bool, Never>?
    var isCancelled = false
  }

  private let time: SimulatedTime
  /// The number of sleepers to wait for; nil to wait for rest.
  private let wanted: Int?
  private let limit: Pulse.Limit
  private let state = Locked(State())

  /// - Parameter duration: The limit of the wait. A wait for rest exceeds it while participants are busy,
  ///   unless the task is cancelled.
  init(forSleepers wanted: Int? = nil, on time: SimulatedTime, atMost duration: Duration) {
    (self.wanted, self.time) = (wanted, time)
    limit = Timekeeper.shared.limit(of: duration)
  }

  var rest: Rest { time.rest }

  var clock: ClockLook { time.look { wanted == nil && $0.busyCount == 0 } }

  /// Returns whether there are enough sleepers, or whether no participant was busy at the end.
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
    // Resuming the task counts as activity, so that nothing else is woken before the task has gone on.
    guard let waiting = state.withLock({ $0.continuation.take() }) else { return }
    rest.noteActivity()
    rest.surround { waiting.resume(returning: result) }
  }
}

import Dispatch

/// Notices when a simulated clock stands still for long although something waits.
final class StandstillWatch: Sendable {
  private struct State {
    /// The clock's time at the last look, and how long it may stay there.
    var time: Duration?
    var limit: Pulse.Limit?
    /// Where the clock stood when that was told.
    var toldTime: Duration?
  }

  private let time: SimulatedTime
  private let patience: Duration
  private let tell: @Sendable (Standstill) -> Void
  /// Beats about once a second, and counts only while the machine is responsive.
  private let pulse = Pulse(countingAtMost: .seconds(1), throughWithin: .milliseconds(100))
  private let state = Locked(State())

  /// Watches until its release; calls `tell` once if the clock stands still for `patience`.
  init(on time: SimulatedTime, patience: Duration, tell: @escaping @Sendable (Standstill) -> Void) {
    (self.time, self.patience, self.tell) = (time, patience, tell)
    lookLater()
  }

  func hasTold(of time: Duration) -> Bool { state.withLock { $0.toldTime == time } }

  private func lookLater() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      guard let self else { return }
      look()
      lookLater()
    }
  }

  func look() {
    pulse.beat()
    // Obstacles are left out here, because finding them takes longer.
    let (now, waits, _) = time.lookAround()
    let isLong = state.withLock { state in
      guard waits.count > 0, state.time == now else {
        state.time = waits.count > 0 ? now : nil
        state.limit = pulse.limit(of: patience)
        return false
      }
      guard state.toldTime == nil, state.limit?.isOver == true else { return false }
      state.toldTime = now
      return true
    }
    if isLong, let standstill = time.standstill { tell(standstill) }
  }
}

import Dispatch

/// Notices when a simulated clock stands still while something waits, or moves without an end.
final class StandstillWatch: Sendable {
  private enum Conduct { case idle, standing, moving }

  private struct State {
    /// The clock's time and conduct at the last look, and the limit of that conduct.
    var time: Duration?
    var conduct = Conduct.idle
    var limit: Pulse.Limit?
    /// Where the clock stood when the watch called `tell`; nil before that.
    var toldTime: Duration?
  }

  let time: SimulatedTime
  private let patience: Duration
  private let motionPatience: Duration
  private let tell: @Sendable (Standstill) -> Void
  /// Beats about once a second, and counts only while the machine is responsive.
  private let pulse = Pulse(countingAtMost: .seconds(1), throughWithin: .milliseconds(100))
  private let state = Locked(State())

  /// Watches until its release; calls `tell` once if the clock stands still for `patience`, or
  /// moves for `motionPatience` without a stop.
  init(
    on time: SimulatedTime, patience: Duration, motionPatience: Duration,
    tell: @escaping @Sendable (Standstill) -> Void
  ) {
    (self.time, self.patience, self.motionPatience) = (time, patience, motionPatience)
    self.tell = tell
    lookLater()
  }

  var toldTime: Duration? { state.withLock { $0.toldTime } }

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
    let conduct: Conduct? = state.withLock { state in
      let conduct: Conduct =
        if state.time == now {
          waits.count > 0 ? .standing : .idle
        } else {
          state.time != nil && time.movesByItself ? .moving : .idle
        }
      state.time = now
      guard conduct == state.conduct else {
        state.conduct = conduct
        state.limit = pulse.limit(of: conduct == .moving ? motionPatience : patience)
        return nil
      }
      guard conduct != .idle, waits.count > 0, state.toldTime == nil, state.limit?.isOver == true
      else { return nil }
      state.toldTime = now
      return conduct
    }
    if conduct == .moving {
      tell(Standstill(time: now, drive: time.drive, waits: waits, movedFor: motionPatience))
    } else if conduct == .standing, let standstill = time.standstill {
      tell(standstill)
    }
  }
}

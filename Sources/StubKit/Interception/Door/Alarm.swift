/// Ends the waiting for a need when somebody's patience is over.
///
/// On a manual clock it goes off when the clock passes the moment; then whoever is at work has a moment
/// of real time left. Any other clock knows nothing of the real time that others take, and may not wait
/// at all: there that time has to pass as well.
struct Alarm {
  private let patience: Patience
  private let back: WayBack
  private let cancelling: @Sendable () -> Void

  /// Begins to wait; nil if the patience has no end.
  init?(after patience: Patience, on clock: any Clock<Duration>, _ back: WayBack) {
    guard let duration = patience.duration else { return nil }
    (self.patience, self.back) = (patience, back)
    if let time = (clock as? any SimulationClock)?.time, time.drive == .manual {
      cancelling = Self.wait(duration, in: time) { back.bringInTime(.failed(patience.error)) }
    } else {
      let timer = RunningTimer(duration) { back.bring(.failed(patience.error)) }
      if clock is ContinuousClock || clock is any SimulationClock {
        timer.start()
        cancelling = { timer.cancel() }
      } else {
        let task = Task {
          // A clock that throws for reasons of its own knows no time that could pass first.
          try? await clock.sleep(for: duration)
          if !Task.isCancelled { timer.start() }
        }
        cancelling = {
          task.stop()
          timer.cancel()
        }
      }
    }
  }

  func cancel() {
    cancelling()
  }

  /// The same alarm in real time from now on, because the network has got on.
  func restarted() -> Alarm? {
    cancel()
    return Alarm(after: patience, on: ContinuousClock(), back)
  }

  /// Where an alarm in simulated time has got to.
  private enum Progress {
    case armed
    /// It has gone off, and holds the time for a moment.
    case holding(TimeHold)
    case cancelled
  }

  /// Has something done when a time has come and held for a moment; returns how to prevent it.
  private static func wait(
    _ duration: Duration, in time: SimulatedTime, then ring: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let progress = Locked(Progress.armed)
    let ticket = time.setAlarm(after: duration) {
      let hold = TimeHold(time) { _ in ring() }
      let isCancelled = progress.withLock { progress in
        if case .cancelled = progress { return true }
        progress = .holding(hold)
        return false
      }
      if isCancelled { hold.release()?.end() }
    }
    return {
      time.removeAlarm(ticket)
      let before = progress.withLock { progress in
        defer { progress = .cancelled }
        return progress
      }
      if case .holding(let hold) = before { hold.release()?.end() }
    }
  }
}

/// Fails the open effect when its patience is over.
///
/// On a manual clock the alarm goes off when the clock passes the moment and no other work can be seen.
/// Any other clock does not know the real time that closures and handlers take, and may not wait at all, so
/// the real time has to pass as well.
struct Alarm {
  private let patience: Patience
  private let back: ReplyHandle
  private let cancelling: @Sendable () -> Void

  /// Begins to wait; nil if the patience has no end.
  init?(after patience: Patience, on clock: any Clock<Duration>, _ back: ReplyHandle) {
    guard let duration = patience.duration else { return nil }
    (self.patience, self.back) = (patience, back)
    if let time = (clock as? any SimulationClock)?.time, time.drive == .manual {
      let ticket = time.setAlarm(after: duration) { back.bringInTime(.failed(patience.error)) }
      cancelling = { time.removeAlarm(ticket) }
    } else {
      let timer = RunningTimer(duration) { back.bring(.failed(patience.error)) }
      if clock is ContinuousClock || clock is any SimulationClock {
        timer.start()
        cancelling = { timer.cancel() }
      } else {
        let task = Task {
          // A clock that throws for reasons of its own does not tell time, so only the timer counts.
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

  func cancel() { cancelling() }

  /// Returns an alarm that starts again in real time, because the network has made progress.
  func restarted() -> Alarm? {
    cancel()
    return Alarm(after: patience, on: ContinuousClock(), back)
  }
}

/// Fails the open effect when its patience is over.
///
/// On a manual clock the alarm goes off when the clock passes the moment and no other work is seen.
/// On any other clock the real time must pass, because such a clock does not measure how long
/// closures and handlers take; on a user's clock, the clock's time must pass first.
struct Alarm {
  private let patience: Patience
  private let back: ReplyHandle
  private let cancelling: @Sendable () -> Void

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
          // A user's clock may throw for reasons of its own; then only the timer counts.
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

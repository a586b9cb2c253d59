/// Ends the waiting for a need when somebody's patience is over.
///
/// On a clock that a test moves it goes off when the clock passes the moment; then whoever is at work
/// has a moment of real time left. A clock that jumps by itself knows nothing of the real time that
/// others take: there it is counted in real time.
struct Alarm {
  private let patience: Patience
  private let back: WayBack
  private let cancelling: @Sendable () -> Void

  /// Begins to wait; nil if the patience has no end.
  init?(after patience: Patience, on clock: any Clock<Duration>, _ back: WayBack) {
    guard let duration = patience.duration else { return nil }
    (self.patience, self.back) = (patience, back)
    if let time = (clock as? any SimulationClock)?.time, time.drive == .manual {
      let hold = Locked<TimeHold?>(nil)
      let ticket = time.setAlarm(after: duration) {
        hold.withLock {
          $0 = TimeHold(time) { _ in back.bringInTime(.failed(patience.error)) }
        }
      }
      cancelling = {
        time.removeAlarm(ticket)
        hold.withLock { $0.take() }?.release()?.end()
      }
    } else {
      let isReal = clock is ContinuousClock || clock is any SimulationClock
      let task = Task {
        do {
          // Somebody else's clock is asked for the whole at once, which is what it may wait for.
          if isReal {
            try await ContinuousClock().sleepWhileRunning(for: duration)
          } else {
            try await clock.sleep(for: duration)
          }
          back.bring(.failed(patience.error))
        } catch {
          // It is not wanted any more.
        }
      }
      cancelling = { task.cancel() }
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
}

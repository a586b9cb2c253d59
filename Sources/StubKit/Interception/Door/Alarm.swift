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
      let isSimulated = clock is any SimulationClock
      let task = Task {
        do {
          try await Self.sleep(for: duration, on: isSimulated ? ContinuousClock() : clock)
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

  /// Sleeps for as long as this process could have done something.
  ///
  /// On a machine that is too busy to run anybody, or stopped in a debugger, nobody is to blame for
  /// being late. So a real clock is slept on bit by bit, and a bit counts once however long it took.
  private static func sleep(for duration: Duration, on clock: any Clock<Duration>) async throws {
    guard clock is ContinuousClock || clock is SuspendingClock else {
      return try await clock.sleep(for: duration)
    }
    let bit = max(duration / 20, .milliseconds(50))
    var rest = duration
    while rest > .zero {
      try await clock.sleep(for: min(bit, rest))
      rest -= bit
    }
  }
}

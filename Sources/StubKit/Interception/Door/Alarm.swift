/// Ends the waiting for a need when somebody's patience is over.
struct Alarm {
  private let patience: Patience
  private let clock: any Clock<Duration>
  private let back: WayBack
  private let task: Task<Void, Never>

  /// Begins to wait; nil if the patience has no end.
  init?(after patience: Patience, on clock: any Clock<Duration>, _ back: WayBack) {
    guard let duration = patience.duration else { return nil }
    (self.patience, self.clock, self.back) = (patience, clock, back)
    task = Task {
      do {
        try await Self.sleep(for: duration, on: clock)
        back.bring(.failed(patience.error))
      } catch {
        // It is not wanted any more.
      }
    }
  }

  func cancel() {
    task.cancel()
  }

  /// The same alarm from now on, because there was progress.
  func restarted() -> Alarm? {
    cancel()
    return Alarm(after: patience, on: clock, back)
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

/// Waits for the moments of a plan on any clock, counted from when it was made.
///
/// On a simulated clock it is a participant: time stands still while a step is being taken.
struct StepTimer: Sendable {
  private let sleep: @Sendable (Duration) async throws -> Void
  private let read: @Sendable () -> Duration
  /// The simulated time that the timer takes part in, if its clock has one.
  let time: SimulatedTime?

  init(_ clock: any Clock<Duration>) {
    if let simulated = clock as? any SimulationClock {
      let time = simulated.time
      time.begin()
      let start = time.now
      self.time = time
      sleep = { try await time.participantSleep(until: start + $0) }
      read = { time.now - start }
    } else {
      time = nil
      (sleep, read) = Self.functions(clock)
    }
  }

  /// The time since the timer was made.
  var elapsed: Duration { read() }

  /// Waits for a moment; false if the task was cancelled meanwhile.
  func wait(until moment: Duration) async -> Bool {
    guard moment > read() else { return !Task.isCancelled }
    do {
      try await sleep(moment)
      return true
    } catch {
      return false
    }
  }

  /// Says that something outside of the simulation is waited for, and time may go on.
  func pause() {
    time?.end()
  }

  /// Says that it has come.
  func unpause() {
    time?.begin()
  }

  /// Says that no further step will be taken.
  func end() {
    time?.end()
  }

  private static func functions<C: Clock<Duration>>(
    _ clock: C
  ) -> (@Sendable (Duration) async throws -> Void, @Sendable () -> Duration) {
    let start = clock.now
    return (
      { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) },
      { start.duration(to: clock.now) }
    )
  }
}

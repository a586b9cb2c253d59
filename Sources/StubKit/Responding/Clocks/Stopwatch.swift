/// The time since a moment, on any clock, and waiting for the moments after it.
///
/// On a simulated clock whoever waits takes part in the simulation: it is busy before and after.
struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration
  /// The start, if the clock is the system's own.
  private let realStart: ContinuousClock.Instant?
  private let sleep: @Sendable (Duration) async throws -> Void
  /// The simulated time that the clock tells, if it tells one.
  let time: SimulatedTime?

  /// Starts at this moment of the clock.
  init(_ clock: any Clock<Duration>) {
    realStart = (clock as? ContinuousClock)?.now
    if let time = (clock as? any SimulationClock)?.time {
      let start = time.now
      self.time = time
      read = { time.now - start }
      sleep = { try await time.participantSleep(until: start + $0) }
    } else {
      time = nil
      (read, sleep) = Self.functions(of: clock)
    }
  }

  /// The time since the start.
  var elapsed: Duration { read() }

  /// The same if the clock is the system's own, which may be asked under a lock; nil if it is not.
  var elapsedOnSystemClock: Duration? { realStart.map { $0.duration(to: .now) } }

  /// Waits until so much time has passed since the start.
  func wait(until moment: Duration) async throws {
    try await sleep(moment)
  }

  private static func functions<C: Clock<Duration>>(
    of clock: C
  ) -> (@Sendable () -> Duration, @Sendable (Duration) async throws -> Void) {
    let start = clock.now
    return (
      { start.duration(to: clock.now) },
      { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    )
  }
}

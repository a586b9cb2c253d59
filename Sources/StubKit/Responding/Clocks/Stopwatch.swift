/// The time since a moment, on any clock, and waiting for the moments after it.
struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration
  /// The start, if the clock is the system's own.
  private let realStart: ContinuousClock.Instant?
  private let sleep: @Sendable (Duration) async throws -> Void
  /// The start on a simulated clock.
  private let simulatedStart: Duration
  /// The simulated time that the clock tells, if it tells one.
  let time: SimulatedTime?

  /// Starts at this moment of the clock.
  init(_ clock: any Clock<Duration>) {
    realStart = (clock as? ContinuousClock)?.now
    time = (clock as? any SimulationClock)?.time
    if let time {
      let start = time.now
      simulatedStart = start
      read = { time.now - start }
      sleep = { try await time.sleep(until: start + $0) }
    } else {
      simulatedStart = .zero
      (read, sleep) = Self.functions(of: clock)
    }
  }

  /// The time since the start.
  var elapsed: Duration { read() }

  /// The same if the clock is the system's own, which may be asked under a lock; nil if it is not.
  var elapsedOnSystemClock: Duration? { realStart.map { $0.duration(to: .now) } }

  /// Has a participant sleep until so much time has passed since the start; see `SimulatedTime`.
  ///
  /// - Returns: Its sleep; nil if the time is not simulated.
  func sleep(
    until moment: Duration, thenWake wake: @escaping @Sendable () -> Void
  ) -> SimulatedSleep? {
    time?.sleep(until: simulatedStart + moment, thenWake: wake)
  }

  /// Waits until so much time has passed since the start, as anyone who sleeps on the clock.
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

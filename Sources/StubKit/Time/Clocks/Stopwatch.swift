/// The time since a moment, on any clock, and waiting for the moments after it.
struct Stopwatch: Sendable {
  /// What it runs on, and since when.
  private enum Start: Sendable {
    case onSystemClock(ContinuousClock.Instant)
    case inSimulatedTime(SimulatedTime, at: Duration)
    /// On a clock of a user's, whose moments may be of any type.
    case onClock(
      elapsed: @Sendable () -> Duration, sleep: @Sendable (_ until: Duration) async throws -> Void)
  }

  private let start: Start

  /// Starts at this moment of the clock.
  init(_ clock: any Clock<Duration>) {
    start =
      switch clock {
      case let clock as ContinuousClock: .onSystemClock(clock.now)
      case let clock as any SimulationClock: .inSimulatedTime(clock.time, at: clock.time.now)
      default: Self.start(on: clock)
      }
  }

  /// The time since the start.
  var elapsed: Duration {
    switch start {
    case .onSystemClock(let start): start.duration(to: .now)
    case .inSimulatedTime(let time, let start): time.now - start
    case .onClock(let elapsed, _): elapsed()
    }
  }

  /// The same if the clock is the system's own, which may be asked under a lock; nil if it is not.
  var elapsedOnSystemClock: Duration? {
    if case .onSystemClock = start { elapsed } else { nil }
  }

  /// The simulated time that the clock tells, if it tells one.
  var time: SimulatedTime? {
    if case .inSimulatedTime(let time, _) = start { time } else { nil }
  }

  /// Has a participant sleep until so much time has passed since the start; see `SimulatedTime`.
  ///
  /// - Returns: Its sleep; nil if the time is not simulated.
  func sleep(
    until moment: Duration, thenWake wake: @escaping @Sendable () -> Void
  ) -> SimulatedSleep? {
    guard case .inSimulatedTime(let time, let start) = start else { return nil }
    return time.sleep(until: start + moment, thenWake: wake)
  }

  /// Waits until so much time has passed since the start, as anyone who sleeps on the clock.
  func wait(until moment: Duration) async throws {
    switch start {
    case .onSystemClock(let start): try await Task.sleep(until: start + moment)
    case .inSimulatedTime(let time, let start): try await time.sleep(until: start + moment)
    case .onClock(_, let sleep): try await sleep(moment)
    }
  }

  private static func start<C: Clock<Duration>>(on clock: C) -> Start {
    let start = clock.now
    return .onClock(
      elapsed: { start.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
  }
}

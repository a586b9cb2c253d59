/// The time since a moment, on any clock.
struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration

  /// Starts at this moment of the clock.
  init(_ clock: any Clock<Duration>) {
    read = Self.reader(clock)
  }

  /// The time since the start.
  var elapsed: Duration { read() }

  private static func reader<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// try await withStubs(clock: clock) { registry in
///   stub(condition: anyRequest(), response: .text("late").delayed(by: .seconds(30)))
///   async let answer = fetch(url)
///   await clock.waitForSleepers(count: 1)
///   await clock.advance(by: .seconds(30))
///   #expect(try await answer == "late")
/// }
/// ```
public final class ManualClock: SimulationClock {
  /// A moment of this clock.
  public typealias Instant = SimulatedInstant

  let time = SimulatedTime(.manual)

  /// Makes a clock that starts at zero.
  public init() {}

  /// The clock's own time.
  public var now: SimulatedInstant { SimulatedInstant(offset: time.now) }

  /// The smallest step of the clock.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the task until the clock has been moved to the deadline.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: SimulatedInstant, tolerance: Duration?) async throws {
    try await time.sleep(until: deadline.offset)
  }

  /// Moves the clock forward and wakes the tasks that are due, in the order of their deadlines.
  ///
  /// When it returns, every delivery has done everything that was due.
  public func advance(by duration: Duration) async {
    await time.advance(to: time.now + duration)
  }

  /// Moves the clock forward to a moment; one in the past only wakes the tasks that are due.
  public func advance(to instant: SimulatedInstant) async {
    await time.advance(to: instant.offset)
  }

  /// Moves the clock forward until no task sleeps; it never ends if a task always sleeps again.
  public func run() async {
    await time.run()
  }

  /// Waits until at least this many tasks sleep on the clock, or until the test is cancelled.
  public func waitForSleepers(count: Int = 1) async {
    await time.waitForSleepers(count: count)
  }
}

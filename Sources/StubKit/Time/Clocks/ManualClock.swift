/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// try await withStubs(clock: clock) { registry in
///   stub(condition: anyRequest(), response: .text("late").delayed(by: .seconds(30)))
///   async let answer = fetch(url)
///   await clock.advance(by: .seconds(30))
///   #expect(try await answer == "late")
/// }
/// ```
/// A `.stubbed` test that a time limit ends, or that is cancelled in another way, says which tasks and
/// responses waited in vain for the clock to be moved.
public final class ManualClock: SimulationClock {
  /// A moment of this clock.
  public typealias Instant = SimulatedInstant

  package let time: SimulatedTime

  /// Makes a clock that starts at zero.
  public init() { time = SimulatedTime(.manual) }

  init(patience: Duration) { time = SimulatedTime(.manual, patience: patience) }

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
  /// The clock first waits for rest (see `FastForwardClock`), so that code started before is asleep by then.
  /// When the call returns, everything that the move causes has happened. After 5 seconds without rest the
  /// clock moves all the same; a machine that is too busy to come to rest has up to 500 seconds. Two tasks
  /// that move the clock at the same time move it by both durations. A cancelled task moves it, too.
  public func advance(by duration: Duration) async { await time.advance(by: duration) }

  /// Moves the clock forward to a moment; one in the past only wakes the tasks that are due.
  public func advance(to instant: SimulatedInstant) async { await time.advance(to: instant.offset) }

  /// Moves the clock forward until no task sleeps; the call never returns if a task always sleeps again.
  public func run() async { await time.run() }

  /// Waits until at least this many tasks sleep on the clock.
  ///
  /// A test need not call this method before `advance`, which waits for rest by itself; the method is for a
  /// test that wants to know that tasks sleep.
  ///
  /// The timeout is wall time, because it guards the test, not the simulation.
  ///
  /// - Throws: `SleeperWaitTimeout`, which says which tasks sleep and which requests no stub matched, after
  ///   the timeout; `CancellationError` if the task is cancelled.
  public func waitForSleepers(count: Int = 1, timeout: Duration = .seconds(5)) async throws {
    try await time.waitForSleepers(count: count, timeout: timeout)
  }
}

extension Clock where Self == ManualClock {
  /// A new clock that stands still until a test moves it; `registry.clock(as: ManualClock.self)` gets it.
  public static var manual: ManualClock { ManualClock() }
}

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
/// If a `.stubbed` test is cancelled, by a time limit or in another way, the test's report says
/// which tasks and responses waited in vain for the clock to be moved.
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
  /// The clock first waits for rest (see `FastForwardClock`), so that code that was started before
  /// is asleep by then. When the call returns, everything that the move causes has happened. After
  /// 5 seconds without rest the clock moves all the same, once no response is taking a step; a
  /// machine that is too busy to run the process has up to 500 seconds. Two tasks that move the
  /// clock at once move it by both durations. A cancelled task moves it, too.
  public func advance(by duration: Duration) async { await time.advance(by: duration) }

  /// Moves the clock forward to a moment; a moment in the past does not move the clock.
  public func advance(to instant: SimulatedInstant) async { await time.advance(to: instant.offset) }

  /// Moves the clock forward until nothing sleeps on it; endless if a task always sleeps again.
  public func run() async { await time.run() }

  /// Waits until at least this many tasks and delayed responses sleep on the clock.
  ///
  /// A test need not call this before `advance`, which waits for rest by itself. The timeout counts
  /// real time in which the process can run, because it guards the test and not the simulation.
  ///
  /// - Throws: `SleeperWaitTimeout` after the timeout, which lists the sleepers and the unmatched
  ///   requests; `CancellationError` if the task is cancelled.
  public func waitForSleepers(count: Int = 1, timeout: Duration = .seconds(5)) async throws {
    try await time.waitForSleepers(count: count, timeout: timeout)
  }
}

extension Clock where Self == ManualClock {
  /// A new clock that a test moves; `registry.clock(as: ManualClock.self)` returns it.
  public static var manual: ManualClock { ManualClock() }
}

/// A clock that never waits: as soon as everything is at rest, it jumps to the next deadline.
///
/// An hour on a slow network passes in an instant, and each delay still lasts as long as it says:
///
/// ```swift
/// try await withStubs(network: .gprs, clock: .fastForward) { registry in … }
/// ```
/// Time stands still while anything of the test is ready or running: a step of a task, a request on
/// its way or at work, a call of a delegate or a completion handler, a block on a queue. Two
/// requests that start together start at one moment of the clock, however long that takes in real
/// time. The clock wakes one sleeper at a time, and sleepers with one deadline in the order in
/// which they fell asleep.
///
/// Code that waits for *real* time is at rest: `Task.sleep`, a timer, a thread that sleeps. Simulated
/// time runs ahead of such code, so give the app `registry.clock`.
public final class FastForwardClock: SimulationClock {
  /// A moment of this clock.
  public typealias Instant = SimulatedInstant

  let time = SimulatedTime(.automatic)

  /// Makes a clock that starts at zero.
  public init() {}

  /// The clock's own time.
  public var now: SimulatedInstant { SimulatedInstant(offset: time.now) }

  /// The smallest step of the clock.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the task until the clock has jumped to the deadline.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: SimulatedInstant, tolerance: Duration?) async throws {
    try await time.sleep(until: deadline.offset)
  }
}

extension Clock where Self == FastForwardClock {
  /// A new clock that never waits.
  public static var fastForward: FastForwardClock { FastForwardClock() }
}

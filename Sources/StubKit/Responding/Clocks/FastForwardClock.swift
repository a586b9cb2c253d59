/// A clock that does not wait: as soon as everyone sleeps, it is the time of the next to wake.
///
/// An hour on a slow network passes in an instant, and each delay still lasts as long as it says:
///
/// ```swift
/// try await withStubs(network: .gprs, clock: FastForwardClock()) { registry in … }
/// ```
/// It waits for the deliveries that are at work before it jumps. Requests that a test starts one
/// after the other may still find the time already moved on; where their order matters, use a
/// `ManualClock`.
public final class FastForwardClock: SimulationClock {
  /// A moment of this clock.
  public typealias Instant = SimulatedInstant

  let time = SimulatedTime(.automatic)

  /// Makes a clock that stands at zero.
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

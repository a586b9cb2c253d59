/// A clock that never waits: as soon as all its tasks sleep, it jumps to the next deadline.
///
/// An hour on a slow network passes in an instant, and each delay still lasts as long as it says:
///
/// ```swift
/// try await withStubs(network: .gprs, clock: .fastForward) { registry in … }
/// ```
/// Before it jumps, it lets the deliveries that are under way finish their step. If a test starts
/// requests one after the other, time may have moved on before the later ones start; where their
/// order matters, use a `ManualClock`.
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

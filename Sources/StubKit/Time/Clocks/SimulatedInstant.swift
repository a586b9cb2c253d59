/// A moment of a simulated clock, counted from when the clock was made.
public struct SimulatedInstant: InstantProtocol {
  /// The time since the clock was made.
  public let offset: Duration

  /// The moment that is this much later, or the last one that can be counted.
  public func advanced(by duration: Duration) -> SimulatedInstant {
    SimulatedInstant(offset: (offset + duration.limited).limited)
  }

  /// The time from this moment to another.
  public func duration(to other: SimulatedInstant) -> Duration { other.offset - offset }

  /// Whether one moment is before another.
  public static func < (lhs: SimulatedInstant, rhs: SimulatedInstant) -> Bool {
    lhs.offset < rhs.offset
  }
}

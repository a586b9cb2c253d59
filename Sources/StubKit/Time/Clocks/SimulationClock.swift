/// A clock whose time is simulated, and which must know who is at work.
protocol SimulationClock: Clock
where Duration == Swift.Duration, Instant == SimulatedInstant {
  /// The time behind the clock.
  var time: SimulatedTime { get }
}

/// A clock with simulated time, which has to know which participants are busy.
protocol SimulationClock: Clock
where Duration == Swift.Duration, Instant == SimulatedInstant {
  var time: SimulatedTime { get }
}

/// How long is waited for what may only be late because the machine is: real time in which it could have
/// come, and many times as long on a machine that gets to nothing.
struct FairLimit {
  let duration: Duration
  private let pulse: Pulse
  /// When it is over: in the time of the pulse, and in real time.
  private let (end, realEnd): (Duration, ContinuousClock.Instant)

  /// - Parameter pulse: Counts the time in which it could have come; somebody has to have it beat.
  init(_ duration: Duration, by pulse: Pulse) {
    self.duration = duration
    self.pulse = pulse
    (end, realEnd) = (pulse.time + duration, .now + duration * Self.busyFactor)
  }

  var isOver: Bool { pulse.time >= end || ContinuousClock.now >= realEnd }

  private static let busyFactor = 100
}

/// A time limit that a busy machine does not use up: it counts only the time in which the process ran,
/// and in real time allows many times as much.
struct FairLimit {
  let duration: Duration
  private let pulse: Pulse
  /// The end of the limit, in the time of the pulse and in real time.
  private let (end, realEnd): (Duration, ContinuousClock.Instant)

  /// - Parameter pulse: Counts the time in which the process ran; some thread has to make it beat.
  init(_ duration: Duration, by pulse: Pulse) {
    self.duration = duration
    self.pulse = pulse
    (end, realEnd) = (pulse.time + duration, .now + duration * Self.busyFactor)
  }

  var isOver: Bool { pulse.time >= end || ContinuousClock.now >= realEnd }

  private static let busyFactor = 100
}

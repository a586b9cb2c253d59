import Foundation

/// How long a delivery may go without progress, and how long it may last.
struct TimeLimits: Sendable {
  /// The longest time without any progress.
  let idle: Duration?
  /// The longest time in all.
  let total: Duration?

  init(idle: Duration? = nil, total: Duration? = nil) {
    self.idle = idle?.clampedToSimulation
    self.total = total?.clampedToSimulation
  }

  /// The moment when a delivery is over that got on last at `lastProgress`; nil for never.
  func deadline(lastProgress: Duration) -> Duration? {
    guard let idle else { return total }
    let idleEnd = lastProgress + idle
    return min(total ?? idleEnd, idleEnd)
  }

  /// What to say at that moment.
  func error(lastProgress: Duration) -> URLError {
    if let total, deadline(lastProgress: lastProgress) == total {
      return URLError(.timedOut, "The request timed out: it was not complete after \(total).")
    }
    let pause = idle ?? .zero
    return URLError(.timedOut, "The request timed out: nothing arrived for \(pause).")
  }
}

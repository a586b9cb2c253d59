import Foundation

/// How long a delivery may go without progress, and how long it may last.
struct TimeLimits: Sendable {
  /// The longest time without any progress.
  let idle: Duration?
  /// The longest time in all.
  let total: Duration?

  init(idle: Duration?, total: Duration?) {
    self.idle = idle?.clampedToSimulation
    self.total = total?.clampedToSimulation
  }

  /// Whether there is any limit.
  var isLimited: Bool { idle != nil || total != nil }

  /// A moment at which a delivery that has not got on is over, and what to say then.
  struct Deadline {
    let time: Duration
    let error: URLError

    /// Whether the step comes too late; one that is due at the very moment does not.
    func isBefore(_ step: DeliveryPlan.Step) -> Bool {
      if case .hang = step.action { return true }
      return time < step.time
    }
  }

  /// The moment when a delivery is over that got on last at `lastProgress`.
  func deadline(lastProgress: Duration) -> Deadline? {
    let idleEnd = idle.map { lastProgress + $0 }
    if let total, total < idleEnd ?? .longestSimulated * 2 {
      return Deadline(
        time: total,
        error: URLError(.timedOut, "The request timed out: it was not complete after \(total)."))
    }
    guard let idle, let idleEnd else { return nil }
    return Deadline(
      time: idleEnd,
      error: URLError(.timedOut, "The request timed out: nothing arrived for \(idle)."))
  }
}

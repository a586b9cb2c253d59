import Foundation

/// How long a delivery may go without progress, and how long it may last.
struct TimeLimits: Sendable {
  let idle: Duration?
  let total: Duration?

  init(idle: Duration? = nil, total: Duration? = nil) {
    self.idle = idle?.clampedToSimulation
    self.total = total?.clampedToSimulation
  }

  /// When a delivery times out that last made progress at `lastProgress`; nil for never.
  func deadline(lastProgress: Duration) -> Duration? {
    guard let idle else { return total }
    let idleEnd = lastProgress + idle
    return min(total ?? idleEnd, idleEnd)
  }

  func error(lastProgress: Duration) -> URLError {
    if let total, deadline(lastProgress: lastProgress) == total {
      return URLError(.timedOut, "The request timed out: it was not complete after \(total).")
    }
    let pause = idle ?? .zero
    return URLError(.timedOut, "The request timed out: nothing arrived for \(pause).")
  }

  func limiting(_ step: DeliveryPlan.Step, lastProgress: Duration) -> DeliveryPlan.Step {
    guard let deadline = deadline(lastProgress: lastProgress),
      step.time > deadline || step.action.isHang
    else { return step }
    return DeliveryPlan.Step(time: deadline, action: .fail(error(lastProgress: lastProgress)))
  }
}

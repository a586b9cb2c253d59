extension TimeLimits {
  /// Returns the step, or the time-out that comes before it.
  func limiting(_ step: DeliveryPlan.Step, lastProgress: Duration) -> DeliveryPlan.Step {
    guard let deadline = deadline(lastProgress: lastProgress),
      step.time > deadline || step.action.isHang
    else { return step }
    return DeliveryPlan.Step(time: deadline, action: .fail(error(lastProgress: lastProgress)))
  }
}

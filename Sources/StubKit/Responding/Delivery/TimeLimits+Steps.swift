extension TimeLimits {
  /// A step, or the failure that comes instead because the time is up before.
  func limiting(_ step: DeliveryPlan.Step, lastProgress: Duration) -> DeliveryPlan.Step {
    guard let deadline = deadline(lastProgress: lastProgress),
      step.time > deadline || step.action.isHang
    else { return step }
    return DeliveryPlan.Step(time: deadline, action: .fail(error(lastProgress: lastProgress)))
  }
}

import Foundation

/// What is left of a stub's answer, and how far time has come in it.
struct Walk {
  /// What comes next.
  enum Next {
    case take(DeliveryPlan.Action)
    case wait(until: Duration)
    case pull(Reply.Source, within: Patience)
    /// Nothing any more, not even an end.
    case nothing
  }

  private var plan: DeliveryPlan.Iterator
  private let limits: TimeLimits
  private var source: (open: Reply.Source, schedule: SourceSchedule)?
  /// The steps of the source's last piece.
  private var pulled: ArraySlice<DeliveryPlan.Step> = []
  /// A step that was looked at and is not due yet.
  private var upcoming: DeliveryPlan.Step?
  /// The time that has been reached.
  private var now = Duration.zero

  init(along plan: DeliveryPlan) {
    self.plan = plan.makeIterator()
    limits = plan.timeLimits
  }

  /// Takes the next step out if it is due, and says what there is to wait for if it is not.
  mutating func next() -> Next {
    guard let step = upcoming.take() ?? pulled.popFirst() ?? nextOfPlan() else {
      guard let source else { return .nothing }
      return .pull(source.open, within: Patience(limits, lastProgress: now))
    }
    guard step.time <= now else {
      upcoming = step
      return .wait(until: step.time)
    }
    if case .pull(let open, let schedule) = step.action {
      source = (open, schedule)
      return next()
    }
    return .take(step.action)
  }

  /// The moment that was waited for has come.
  mutating func reach() {
    if let upcoming { now = max(now, upcoming.time) }
  }

  /// A piece of the source has come, or its end.
  mutating func pull(_ piece: Data?, at time: Duration) {
    guard var source else { return }
    let steps =
      piece.map { source.schedule.steps(for: $0, since: time) }
      ?? source.schedule.steps(atEndOfSourceSince: time)
    self.source = source
    // That it has come is progress, however long it took: whoever waited for it had the patience.
    now = max(now, time)
    var last = now
    for step in steps {
      let step = limits.limiting(step, lastProgress: last)
      pulled.append(step)
      last = step.time
      if step.action.isLast {
        self.source = nil
        break
      }
    }
  }

  private mutating func nextOfPlan() -> DeliveryPlan.Step? {
    source == nil ? plan.next() : nil
  }
}

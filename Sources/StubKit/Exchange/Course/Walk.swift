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
  /// When the source last got on, with its piece or with a step of that.
  private var lastOfSource = Duration.zero
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
    guard let step = upcoming.take() ?? nextOfSource() ?? nextOfPlan() else {
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
    if let piece {
      source?.schedule.take(piece, since: time)
    } else {
      source?.schedule.takeEnd(since: time)
    }
    // That it has come is progress, however long it took: whoever waited for it had the patience.
    now = max(now, time)
    lastOfSource = now
  }

  private mutating func nextOfSource() -> DeliveryPlan.Step? {
    guard let unlimited = source?.schedule.next() else { return nil }
    let step = limits.limiting(unlimited, lastProgress: lastOfSource)
    lastOfSource = step.time
    if step.action.isLast { source = nil }
    return step
  }

  private mutating func nextOfPlan() -> DeliveryPlan.Step? {
    source == nil ? plan.next() : nil
  }
}

import Foundation

/// A cursor in the delivery of a stub's answer.
struct Walk {
  enum Next {
    case take(DeliveryPlan.Action)
    case wait(until: Duration)
    case pull(Reply.Source, within: Patience)
    /// The delivery hangs: nothing more comes, not even an end.
    case nothing
  }

  private var plan: DeliveryPlan.Iterator
  private let limits: TimeLimits
  private var source: (open: Reply.Source, schedule: SourceSchedule)?
  /// When the source last made progress.
  private var lastOfSource = Duration.zero
  /// The next step, which is not due yet.
  private var upcoming: DeliveryPlan.Step?
  private var now = Duration.zero

  init(along plan: DeliveryPlan) {
    self.plan = plan.makeIterator()
    limits = plan.timeLimits
  }

  /// Returns the next step if it is due, or else the thing to wait for.
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

  /// Notes that the moment has come for which the course has waited.
  mutating func reach() {
    if let upcoming { now = max(now, upcoming.time) }
  }

  /// Adds a piece of the source; nil is the source's end.
  mutating func pull(_ piece: Data?, at time: Duration) {
    if let piece {
      source?.schedule.take(piece, since: time)
    } else {
      source?.schedule.takeEnd(since: time)
    }
    // A piece is progress even if it took long: the time limit has already been checked.
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

struct Sleeper: Sendable {
  let ticket: SimulatedTimeState.Ticket
  let deadline: Duration
  let waking: Waking

  enum Waking: Sendable {
    case task(CheckedContinuation<Void, any Error>)
    /// Called on the thread that moves the clock; the participant's next step runs elsewhere.
    case participant(@Sendable () -> Void)
    case alarm(@Sendable () -> Void)
  }

  var isParticipant: Bool { if case .participant = waking { true } else { false } }
  var isAlarm: Bool { if case .alarm = waking { true } else { false } }

  var description: String {
    let who = isAlarm ? "a request with a time limit" : isParticipant ? "a response" : "a task"
    return "\(who) until \(deadline) on the clock"
  }

  func wake(isCancelled: Bool) {
    switch waking {
    case .task(let task) where isCancelled: task.resume(throwing: CancellationError())
    case .task(let task): task.resume()
    case .participant(let wake), .alarm(let wake): wake()
    }
  }
}

/// Guarded by the lock of `SimulatedTime`, which releases it before it wakes the `due` sleepers.
struct SimulatedTimeState {
  typealias Ticket = UInt64
  typealias Due = (sleeper: Sleeper, isCancelled: Bool)

  var now = Duration.zero
  /// Where the clock will stand after all moves that are under way.
  private var goal = Duration.zero
  /// The calls of `run()` that have not returned.
  var runCount = 0
  var busyCount = 0
  /// Counts the changes by participants, sleepers and moves.
  var changes = 0
  /// Sorted: the next to wake is the last.
  private(set) var sleepers: [Sleeper] = []
  /// Alarms, which never make the clock move by themselves; the next to go off is the last.
  private var alarms: [Sleeper] = []
  private var due: [Due] = []
  private var lastTicket: Ticket = 0

  /// The first unmatched requests since a task last moved the clock.
  var unmatched: [String] = []
  /// Sleepers that were cancelled or stopped since a task last moved the clock; nil once taken.
  private var cancelled: StandingWait? = StandingWait()

  var isDue: Bool { busyCount == 0 && !sleepers.isEmpty }

  mutating func nextTicket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }

  mutating func makeGoal(after duration: Duration) -> Duration {
    goal = max(now, goal)
    // The goal never exceeds `Int64.max` seconds, so that no sum overflows.
    goal += min(max(duration, .zero), max(.seconds(Int64.max) - goal, .zero))
    return goal
  }

  mutating func add(_ sleeper: Sleeper, isCancelled: Bool = false) {
    if isCancelled {
      due.append((sleeper, isCancelled: true))
    } else if sleeper.deadline <= now {
      // Due at once; a task counts as busy until it runs again.
      if !sleeper.isParticipant { busyCount += 1 }
      due.append((sleeper, isCancelled: false))
    } else {
      if sleeper.isParticipant { busyCount = max(busyCount - 1, 0) }
      sleepers.insertByDeadline(sleeper)
    }
  }

  /// Wakes the next sleeper, or an alarm that is due no later; false if neither is due by `limit`.
  mutating func wakeNext(notAfter limit: Duration?) -> Bool {
    let next = sleepers.last.flatMap { $0.deadline <= limit ?? $0.deadline ? $0 : nil }
    if let alarm = alarms.last, let bound = next?.deadline ?? limit, alarm.deadline <= bound {
      alarms.removeLast()
      wake(alarm)
      return true
    }
    guard let next else { return false }
    sleepers.removeLast()
    wake(next)
    return true
  }

  private mutating func wake(_ sleeper: Sleeper) {
    now = max(now, sleeper.deadline)
    busyCount += 1
    due.append((sleeper, isCancelled: false))
  }

  mutating func setAlarm(
    after duration: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Ticket {
    let ticket = nextTicket()
    alarms.insertByDeadline(
      Sleeper(ticket: ticket, deadline: now + duration, waking: .alarm(action)))
    return ticket
  }

  /// Nil if the alarm has gone off; the caller releases the result outside of the lock.
  mutating func removeAlarm(_ ticket: Ticket) -> Sleeper? {
    alarms.firstIndex { $0.ticket == ticket }.map { alarms.remove(at: $0) }
  }

  mutating func cancelSleep(_ ticket: Ticket) {
    guard let sleeper = removeSleeper(ticket) else { return }
    due.append((sleeper, isCancelled: true))
  }

  /// The caller releases the result outside of the lock.
  mutating func removeSleeper(_ ticket: Ticket) -> Sleeper? {
    guard let index = sleepers.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    let sleeper = sleepers.remove(at: index)
    cancelled?.note(sleeper)
    return sleeper
  }

  mutating func takeDue() -> [Due] { exchange(&due, for: []) }

  mutating func forgetWaits() { (unmatched, cancelled) = ([], StandingWait()) }

  var standingNow: StandingWait { sleepers.reversed().reduce(into: StandingWait()) { $0.note($1) } }

  /// The sleepers, or if there are none, the requests that may time out.
  var waits: StandingWait {
    sleepers.isEmpty ? alarms.reversed().reduce(into: StandingWait()) { $0.note($1) } : standingNow
  }

  /// The sleepers, with those cancelled or stopped since the last move; empty the second time.
  mutating func takeStandingWait() -> StandingWait {
    guard let cancelled = cancelled.take() else { return StandingWait() }
    return sleepers.reversed().reduce(into: cancelled) { $0.note($1) }
  }
}

extension [Sleeper] {
  /// Sleepers with one deadline wake in the order in which they fell asleep.
  fileprivate mutating func insertByDeadline(_ sleeper: Sleeper) {
    insert(sleeper, at: indices.firstPlace { self[$0].deadline <= sleeper.deadline })
  }
}

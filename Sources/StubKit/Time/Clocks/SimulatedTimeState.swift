/// The state of a `SimulatedTime`, which is used under its lock only.
///
/// Continuations that become due are collected here, and resumed after the lock has been released.
struct SimulatedTimeState {
  /// Identifies a sleep or a wait before it begins, so that it can be cancelled at any point.
  typealias Ticket = UInt64

  var now = Duration.zero
  /// The moment to which all moves under way lead together.
  private var goal = Duration.zero
  var busyCount = 0
  /// How often a participant has begun, ended, fallen asleep or been woken.
  var changes = 0
  /// The sleepers, the next to wake last.
  private(set) var sleepers: [Sleeper] = []
  /// The alarms, the next to go off last.
  private var alarms: [SimulatedAlarm] = []
  /// The first unmatched requests since the clock last moved.
  var unmatched: [String] = []
  /// The tasks that were cancelled asleep since the clock last moved.
  private var cancelled = StandingWait()
  private var waiters: [TimeWaiter] = []
  private var resumptions: [Resumption] = []
  private(set) var lastTicket: Ticket = 0
  /// Tickets that were given out and not used yet; true once cancelled.
  private var openTickets: [Ticket: Bool] = [:]

  /// Whether nobody is busy, and somebody sleeps.
  var isDue: Bool { busyCount == 0 && !sleepers.isEmpty }

  mutating func nextTicket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }

  /// Makes a ticket, which can be cancelled before it is used.
  mutating func makeTicket() -> Ticket {
    let ticket = nextTicket()
    openTickets[ticket] = false
    return ticket
  }

  /// The moment to which a new move leads, after those that are under way.
  mutating func makeGoal(after duration: Duration) -> Duration {
    let start = max(now, goal)
    goal = max(start, start + duration)
    return start + duration
  }

  /// Inserts a sleeper after those with the same deadline.
  mutating func add(_ sleeper: Sleeper) {
    if openTickets.removeValue(forKey: sleeper.ticket) == true {
      resumptions.append(.sleeper(sleeper, isCancelled: true))
    } else if sleeper.deadline <= now {
      // It is due at once; a task counts as busy until it has run on.
      if !sleeper.isParticipant { busyCount += 1 }
      resumptions.append(.sleeper(sleeper, isCancelled: false))
    } else {
      if sleeper.isParticipant { busyCount = max(busyCount - 1, 0) }
      sleepers.insert(sleeper, at: position(for: sleeper))
    }
  }

  /// Moves the clock to the next deadline and wakes its sleeper; an alarm before that goes off first.
  ///
  /// - Returns: Whether there was a sleeper or an alarm.
  mutating func wakeNext(notAfter limit: Duration?) -> Bool {
    let next = sleepers.last.flatMap { $0.deadline <= limit ?? $0.deadline ? $0 : nil }
    if let alarm = alarms.last, let bound = next?.deadline ?? limit, alarm.deadline <= bound {
      alarms.removeLast()
      now = max(now, alarm.deadline)
      busyCount += 1
      resumptions.append(.alarm(alarm))
      return true
    }
    guard let next else { return false }
    sleepers.removeLast()
    now = max(now, next.deadline)
    busyCount += 1
    resumptions.append(.sleeper(next, isCancelled: false))
    return true
  }

  mutating func setAlarm(
    after duration: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Ticket {
    let alarm = SimulatedAlarm(ticket: nextTicket(), deadline: now + duration, action: action)
    // There are few alarms: one for each request that waits for a user's code.
    let position = alarms.firstIndex { $0.deadline <= alarm.deadline } ?? alarms.count
    alarms.insert(alarm, at: position)
    return alarm.ticket
  }

  /// Removes an alarm that has not gone off, so that it is released outside of the lock.
  mutating func removeAlarm(_ ticket: Ticket) -> SimulatedAlarm? {
    alarms.firstIndex { $0.ticket == ticket }.map { alarms.remove(at: $0) }
  }

  /// Ends a task's sleep with a `CancellationError`, also before the sleep begins.
  mutating func cancelSleep(_ ticket: Ticket) {
    if openTickets[ticket] != nil {
      openTickets[ticket] = true
    } else if let sleeper = removeSleeper(ticket) {
      resumptions.append(.sleeper(sleeper, isCancelled: true))
    }
  }

  /// Removes a sleeper, so that it is released outside of the lock.
  mutating func removeSleeper(_ ticket: Ticket) -> Sleeper? {
    guard let index = sleepers.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    let sleeper = sleepers.remove(at: index)
    cancelled.note(sleeper)
    return sleeper
  }

  mutating func add(_ waiter: TimeWaiter) {
    if openTickets.removeValue(forKey: waiter.ticket) == true {
      resumptions.append(.waiter(waiter, isCancelled: true))
    } else {
      waiters.append(waiter)
    }
  }

  mutating func cancelWait(_ ticket: Ticket) {
    if openTickets[ticket] != nil {
      openTickets[ticket] = true
    } else if let index = waiters.firstIndex(where: { $0.ticket == ticket }) {
      resumptions.append(.waiter(waiters.remove(at: index), isCancelled: true))
    }
  }

  /// Collects the waiters whose condition now holds.
  mutating func collectWaiters() {
    waiters.removeAll { waiter in
      let holds =
        switch waiter.condition {
        case .quiet: busyCount == 0
        case .sleepers(let count): sleepers.count >= count
        }
      if holds { resumptions.append(.waiter(waiter, isCancelled: false)) }
      return holds
    }
  }

  /// Forgets who has waited, because the clock moves.
  mutating func forgetWaits() {
    (unmatched, cancelled) = ([], StandingWait())
  }

  var standingNow: StandingWait {
    sleepers.reversed().reduce(into: StandingWait()) { $0.note($1) }
  }

  /// The tasks that sleep, or were cancelled asleep, since the clock last moved; empty if already taken.
  mutating func takeStandingWait() -> StandingWait {
    var wait = cancelled
    for sleeper in sleepers.reversed() { wait.note(sleeper) }
    guard !cancelled.isTold else { return StandingWait() }
    cancelled.isTold = true
    return wait
  }

  mutating func takeResumptions() -> [Resumption] {
    defer { resumptions = [] }
    return resumptions
  }

  /// The position of a sleeper: before those that wake earlier or at the same time.
  private func position(for sleeper: Sleeper) -> Int {
    var low = 0
    var high = sleepers.count
    while low < high {
      let middle = (low + high) / 2
      if sleepers[middle].deadline > sleeper.deadline { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

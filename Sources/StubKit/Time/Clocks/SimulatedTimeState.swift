/// Everything a `SimulatedTime` knows, to be touched under its lock only.
///
/// Whoever is to be resumed is collected here and resumed when the lock has been released.
struct SimulatedTimeState {
  /// Names a sleep or a wait from before it begins, so that it can be cancelled at any point.
  typealias Ticket = UInt64

  var now = Duration.zero
  /// Where those lead who move on by some time.
  private var goal = Duration.zero
  var busyCount = 0
  /// How often somebody has begun, ended, fallen asleep or been woken.
  var changes = 0
  /// The sleepers, the next to wake last.
  private(set) var sleepers: [Sleeper] = []
  /// The alarms, the next to go off last.
  private var alarms: [SimulatedAlarm] = []
  /// The first requests since the time was last moved that no stub matched.
  var unmatched: [String] = []
  /// Who was cancelled asleep since the time was last moved.
  private var cancelled = StandingWait()
  private var waiters: [TimeWaiter] = []
  private var resumptions: [Resumption] = []
  private(set) var lastTicket: Ticket = 0
  /// Tickets that have been given out and not been used yet; true once cancelled.
  private var openTickets: [Ticket: Bool] = [:]

  /// Whether nobody is busy, and somebody sleeps.
  var isDue: Bool { busyCount == 0 && !sleepers.isEmpty }

  mutating func nextTicket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }

  /// Gives a ticket out that somebody may cancel before it is used.
  mutating func makeTicket() -> Ticket {
    let ticket = nextTicket()
    openTickets[ticket] = false
    return ticket
  }

  /// The moment to which somebody moves on who adds some time to what others add at the same time.
  mutating func makeGoal(after duration: Duration) -> Duration {
    let start = max(now, goal)
    goal = max(start, start + duration)
    return start + duration
  }

  /// Puts a sleeper in its place, after those with the same deadline.
  mutating func add(_ sleeper: Sleeper) {
    if openTickets.removeValue(forKey: sleeper.ticket) == true {
      resumptions.append(.sleeper(sleeper, isCancelled: true))
    } else if sleeper.deadline <= now {
      // Nothing to wait for. An ordinary sleeper counts as busy until its task has run on.
      if !sleeper.isParticipant { busyCount += 1 }
      resumptions.append(.sleeper(sleeper, isCancelled: false))
    } else {
      if sleeper.isParticipant { busyCount = max(busyCount - 1, 0) }
      sleepers.insert(sleeper, at: position(for: sleeper))
    }
  }

  /// Wakes the sleeper whose turn it is, and makes its deadline the time; an alarm before it goes off
  /// first.
  ///
  /// - Returns: Whether there was one.
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

  /// Sets an alarm some time from now.
  mutating func setAlarm(
    after duration: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Ticket {
    let alarm = SimulatedAlarm(ticket: nextTicket(), deadline: now + duration, action: action)
    // Few are set at once: one for each request that waits for what somebody wrote.
    let position = alarms.firstIndex { $0.deadline <= alarm.deadline } ?? alarms.count
    alarms.insert(alarm, at: position)
    return alarm.ticket
  }

  /// Takes an alarm back that has not gone off; what it holds ends after the lock.
  mutating func removeAlarm(_ ticket: Ticket) -> SimulatedAlarm? {
    alarms.firstIndex { $0.ticket == ticket }.map { alarms.remove(at: $0) }
  }

  /// Ends a task's sleep with a `CancellationError`, wherever it stands.
  mutating func cancelSleep(_ ticket: Ticket) {
    if openTickets[ticket] != nil {
      openTickets[ticket] = true
    } else if let sleeper = removeSleeper(ticket) {
      resumptions.append(.sleeper(sleeper, isCancelled: true))
    }
  }

  /// Takes somebody out who still sleeps; what a participant holds ends after the lock.
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

  /// Lets those go on whose condition holds now.
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

  /// Forgets, since the time is moved, who has waited for that.
  mutating func forgetWaits() {
    (unmatched, cancelled) = ([], StandingWait())
  }

  /// Who sleeps.
  var standingNow: StandingWait {
    sleepers.reversed().reduce(into: StandingWait()) { $0.note($1) }
  }

  /// Who sleeps, or was cancelled asleep, since the time was last moved; nobody if this was asked before.
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

  /// Where a sleeper belongs: in front of those that wake earlier or at the same time.
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

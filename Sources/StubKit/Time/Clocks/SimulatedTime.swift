/// The engine behind the simulated clocks: what time it is, who sleeps, and who is at work.
///
/// A *participant* announces itself with `begin()` and is busy until it sleeps, and again from the
/// moment it is woken until it sleeps anew or says `end()`. Time only moves while nobody is busy, and
/// everything is at rest that belongs to the clock; see `Rest`.
/// Continuations are always resumed after the lock has been released.
package final class SimulatedTime: Sendable {
  /// What moves the time.
  enum Drive: Sendable {
    /// It jumps to the next sleeper's deadline as soon as everything is at rest.
    case automatic
    /// It moves when it is told to.
    case manual
  }

  let drive: Drive
  /// What has to be at rest before the time moves.
  package let rest = Rest()
  private let state = Locked(SimulatedTimeState())

  /// How long, in wall time, a task that moves the time waits for everything to be at rest, and a cancelled
  /// one for those who are busy.
  private let patience: Duration

  init(_ drive: Drive, patience: Duration = .seconds(5)) {
    self.drive = drive
    self.patience = patience
    ProcessUse.note(.simulatedTime)
    rest.belong { [weak self] in self?.hasSomethingToDo ?? false }
  }

  /// The time since the clock was made.
  package var now: Duration { state.withLock { $0.now } }

  /// How many tasks sleep.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// How many participants are at work.
  package var busyCount: Int { state.withLock { $0.busyCount } }

  /// Announces a participant, which is busy from here on.
  func begin() {
    state.withLock { state in
      state.busyCount += 1
      state.changes &+= 1
    }
  }

  /// Takes leave of a participant that is busy.
  func end() {
    change { $0.busyCount = max($0.busyCount - 1, 0) }
  }

  /// Has a participant sleep: it is not busy until it is woken, and busy from then on.
  ///
  /// - Parameter wake: Called at that moment by whoever moves the time, perhaps before this returns; it
  ///   must not do more than to have the participant go on elsewhere.
  func sleep(until deadline: Duration, thenWake wake: @escaping @Sendable () -> Void)
    -> SimulatedSleep
  {
    let ticket = change { state in
      let ticket = state.nextTicket()
      state.add(Sleeper(ticket: ticket, deadline: deadline, waking: .participant(wake)))
      return ticket
    }
    return SimulatedSleep(time: self, ticket: ticket)
  }

  /// Takes a participant's sleep back; it is not woken, and takes no part any more.
  func endSleep(_ ticket: SimulatedTimeState.Ticket) {
    let removed = change { $0.removeSleeper(ticket) }
    withExtendedLifetime(removed) {}
  }

  /// Sleeps as anyone; the time stands still until the woken task runs again.
  func sleep(until deadline: Duration) async throws {
    try await taskSleep(until: deadline)
    end()
  }

  private func taskSleep(until deadline: Duration) async throws {
    let ticket = state.withLock { $0.makeTicket() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        change {
          $0.add(Sleeper(ticket: ticket, deadline: deadline, waking: .task(continuation)))
        }
      }
    } onCancel: {
      change { $0.cancelSleep(ticket) }
    }
  }

  /// Has something done when the time has come; the time does not move for its sake.
  ///
  /// - Parameter action: Done at that moment, by whoever moves the time. Time stands still from then
  ///   on until `end()` is called for it.
  func setAlarm(
    after duration: Duration, _ action: @escaping @Sendable () -> Void
  ) -> SimulatedTimeState.Ticket {
    state.withLock { $0.setAlarm(after: duration, action) }
  }

  /// Takes an alarm back, if it has not gone off yet.
  func removeAlarm(_ ticket: SimulatedTimeState.Ticket) {
    let removed = state.withLock { $0.removeAlarm(ticket) }
    withExtendedLifetime(removed) {}
  }

  /// Moves on by some time, from where those lead who are moving on already.
  func advance(by duration: Duration) async {
    await advance(to: state.withLock { $0.makeGoal(after: duration) })
  }

  /// Moves to a moment, waking on the way whoever is due, one after the other.
  func advance(to target: Duration) async {
    await move { state in
      if state.wakeNext(notAfter: target) { return false }
      state.now = max(state.now, target)
      return true
    }
  }

  /// Moves on until nobody sleeps.
  func run() async {
    await move { !$0.wakeNext(notAfter: nil) }
  }

  /// Takes steps until one says that it was the last, each of them while nobody is busy.
  ///
  /// A cancelled task moves the time as well, since others may wait for it; but it does not wait for
  /// ever for somebody who is busy.
  private func move(_ step: (inout SimulatedTimeState) -> Bool) async {
    state.withLock { $0.forgetWaits() }
    var isPatient = true
    var isThere = false
    while !isThere {
      await comeToRest()
      if isPatient { isPatient = await wait(for: .quiet, atMost: nil) }
      isThere = change { state in
        // Somebody may have got busy since.
        guard state.busyCount == 0 || !isPatient else { return false }
        return step(&state)
      }
    }
    await comeToRest()
  }

  /// Waits until everything is at rest, but not for ever.
  private func comeToRest() async {
    await RestWait(for: rest, atMost: patience) { [state] in
      state.withLock { ClockLook(isQuiet: $0.busyCount == 0, changes: $0.changes) }
    }.value()
  }

  /// Moves to the next moment at which somebody is due, unless somebody is busy, and does not wait.
  ///
  /// - Returns: Whether somebody was due.
  package func wakeNext() -> Bool {
    change { $0.busyCount == 0 && $0.wakeNext(notAfter: nil) }
  }

  /// Who is at work, and who is due when.
  package var outlook: (busyCount: Int, nextDeadline: Duration?, changes: UInt64) {
    state.withLock { ($0.busyCount, $0.sleepers.last?.deadline, $0.lastTicket) }
  }

  /// Returns as soon as this many tasks sleep.
  ///
  /// - Throws: `SleeperWaitTimeout` when the wall time is over, `CancellationError` when the task is
  ///   cancelled.
  func waitForSleepers(count: Int, timeout: Duration = .seconds(5)) async throws {
    guard await !wait(for: .sleepers(count), atMost: timeout) else { return }
    try Task.checkCancellation()
    throw state.withLock { SleeperWaitTimeout(expected: count, timeout: timeout, state: $0) }
  }

  /// Who waits, or has waited, since the time was last moved; to be told once.
  func takeStandingWait() -> StandingWait { state.withLock { $0.takeStandingWait() } }

  /// What time it is, who sleeps, and how many participants are at work.
  func lookAround() -> (now: Duration, sleepers: StandingWait, busyCount: Int) {
    state.withLock { ($0.now, $0.standingNow, $0.busyCount) }
  }

  /// Notes a request that no stub matched, and which will not sleep therefore.
  func note(unmatched request: String) {
    state.withLock { if $0.unmatched.count < 10 { $0.unmatched.append(request) } }
  }

  /// Returns whether something came true; false if the wall time for it was over before.
  ///
  /// - Parameter limit: The time; nil for no limit, until the task is cancelled.
  private func wait(for condition: TimeWaiter.Condition, atMost limit: Duration?) async -> Bool {
    let ticket = state.withLock { $0.makeTicket() }
    let timer = limit.map { giveUp(ticket, after: $0) }
    let timerOfCancelled = Locked<Task<Void, any Error>?>(nil)
    defer {
      timer?.cancel()
      timerOfCancelled.withLock(\.self)?.cancel()
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change {
          $0.add(TimeWaiter(ticket: ticket, condition: condition, continuation: continuation))
        }
      }
    } onCancel: {
      if limit != nil {
        change { $0.cancelWait(ticket) }
      } else {
        timerOfCancelled.withLock { $0 = giveUp(ticket, after: patience) }
      }
    }
  }

  /// Ends a wait when some wall time is over; see `FairLimit`.
  private func giveUp(
    _ ticket: SimulatedTimeState.Ticket, after limit: Duration
  ) -> Task<Void, any Error> {
    // Nobody waits for years, and the largest durations would be too much for the clock.
    let limit = min(limit, .seconds(1_000_000_000))
    return Task.detached {
      let pulse = Pulse.ofSeconds()
      let fair = FairLimit(limit, by: pulse)
      while !fair.isOver {
        try await Task.sleep(for: min(limit / 20, .seconds(1)))
        pulse.beat()
      }
      self.change { $0.cancelWait(ticket) }
    }
  }

  /// Changes the state, lets time move on if it may, and resumes whoever that concerns.
  private func change<Result>(_ body: (inout SimulatedTimeState) -> Result) -> Result {
    let (result, resumptions, isDue, isLast) = state.withLock { state in
      let wasBusy = state.busyCount > 0
      let result = body(&state)
      state.changes &+= 1
      var isDue = drive == .automatic && state.isDue
      // Whoever was woken last has done nothing of which anybody else could have heard.
      if isDue, rest.isProven {
        _ = state.wakeNext(notAfter: nil)
        isDue = false
      }
      state.collectWaiters()
      return (result, state.takeResumptions(), isDue, wasBusy && state.busyCount == 0)
    }
    resume(resumptions)
    if isDue { Timekeeper.shared.seek(self) } else if isLast { rest.mayHaveCome() }
    return result
  }

  private func resume(_ resumptions: [Resumption]) {
    if resumptions.isEmpty { return }
    if resumptions.contains(where: \.isOfTask) { rest.noteActivity() }
    rest.surround { for resumption in resumptions { resumption.resume() } }
  }
}

/// A clock that jumps by itself waits for rest.
extension SimulatedTime: RestSeeker {
  var clock: ClockLook {
    state.withLock { ClockLook(isQuiet: $0.isDue, changes: $0.changes) }
  }

  var isWanted: Bool { state.withLock { $0.isDue } }

  func hasComeToRest(at count: Int) -> Bool {
    let resumptions: [Resumption] = state.withLock { state in
      guard state.isDue, rest.count == count else { return [] }
      _ = state.wakeNext(notAfter: nil)
      state.collectWaiters()
      return state.takeResumptions()
    }
    resume(resumptions)
    return true
  }

  /// Whether somebody is busy, or will be before long.
  private var hasSomethingToDo: Bool {
    state.withLock { $0.busyCount > 0 || (drive == .automatic && $0.isDue) }
  }
}

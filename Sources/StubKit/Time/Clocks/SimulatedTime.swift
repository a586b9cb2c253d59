/// The engine of the simulated clocks: the time, the sleepers, and the number of busy participants.
///
/// A *participant* announces itself with `begin()` and is busy until it sleeps, and again from the
/// moment it is woken until it sleeps anew or says `end()`. Time only moves while nobody is busy, and
/// everything is at rest that belongs to the clock; see `Rest`.
/// Continuations are always resumed after the lock has been released.
package final class SimulatedTime: Sendable {
  enum Drive: Sendable {
    /// The clock jumps to the next deadline as soon as everything is at rest.
    case automatic
    /// The test moves the clock.
    case manual
  }

  let drive: Drive
  /// What has to be at rest before the time moves.
  package let rest = Rest()
  private let state = Locked(SimulatedTimeState())

  /// How long, in wall time, a task that moves the clock waits for rest, and a cancelled task waits for
  /// busy participants.
  private let patience: Duration

  init(_ drive: Drive, patience: Duration = .seconds(5)) {
    self.drive = drive
    self.patience = patience
    ProcessUse.note(.simulatedTime)
    rest.belong { [weak self] in self?.hasSomethingToDo ?? false }
  }

  package var now: Duration { state.withLock { $0.now } }

  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  package var busyCount: Int { state.withLock { $0.busyCount } }

  /// Adds a busy participant.
  func begin() {
    state.withLock { state in
      state.busyCount += 1
      state.changes &+= 1
    }
  }

  /// Removes a busy participant.
  func end() {
    change { $0.busyCount = max($0.busyCount - 1, 0) }
  }

  /// Lets a participant sleep; it is busy again as soon as it is woken.
  ///
  /// - Parameter wake: Called on the thread that moves the clock, perhaps before this returns; it must only
  ///   make the participant go on elsewhere.
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

  /// Stops a participant's sleep without waking it, and removes the participant.
  func endSleep(_ ticket: SimulatedTimeState.Ticket) {
    let removed = change { $0.removeSleeper(ticket) }
    withExtendedLifetime(removed) {}
  }

  /// Suspends a task; once it is woken, the clock stands still until it runs again.
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

  /// Sets an alarm; the clock does not move for its sake.
  ///
  /// - Parameter action: Runs on the thread that moves the clock. The clock then stands still until the
  ///   action calls `end()`.
  func setAlarm(
    after duration: Duration, _ action: @escaping @Sendable () -> Void
  ) -> SimulatedTimeState.Ticket {
    state.withLock { $0.setAlarm(after: duration, action) }
  }

  /// Removes an alarm that has not gone off yet.
  func removeAlarm(_ ticket: SimulatedTimeState.Ticket) {
    let removed = state.withLock { $0.removeAlarm(ticket) }
    withExtendedLifetime(removed) {}
  }

  /// Moves the clock by a duration, from the goal of the moves that are under way.
  func advance(by duration: Duration) async {
    await advance(to: state.withLock { $0.makeGoal(after: duration) })
  }

  /// Moves the clock to a moment, and wakes the sleepers on the way one by one.
  func advance(to target: Duration) async {
    await move { state in
      if state.wakeNext(notAfter: target) { return false }
      state.now = max(state.now, target)
      return true
    }
  }

  /// Moves the clock until nobody sleeps.
  func run() async {
    await move { !$0.wakeNext(notAfter: nil) }
  }

  /// Takes steps, each while nobody is busy, until a step returns that it was the last.
  ///
  /// A cancelled task still moves the clock, since other tasks may wait for that, but waits only so long
  /// for busy participants.
  private func move(_ step: (inout SimulatedTimeState) -> Bool) async {
    state.withLock { $0.forgetWaits() }
    var isPatient = true
    var isThere = false
    while !isThere {
      await comeToRest()
      if isPatient { isPatient = await wait(for: .quiet, atMost: nil) }
      isThere = change { state in
        // A participant may have become busy since.
        guard state.busyCount == 0 || !isPatient else { return false }
        return step(&state)
      }
    }
    await comeToRest()
  }

  /// Waits until everything is at rest, at most as long as `patience` says.
  private func comeToRest() async {
    await RestWait(for: rest, atMost: patience) { [state] in
      state.withLock { ClockLook(isQuiet: $0.busyCount == 0, changes: $0.changes) }
    }.value()
  }

  /// Moves the clock to the next deadline without waiting, unless a participant is busy.
  ///
  /// - Returns: Whether there was a sleeper to wake.
  package func wakeNext() -> Bool {
    change { $0.busyCount == 0 && $0.wakeNext(notAfter: nil) }
  }

  package var outlook: (busyCount: Int, nextDeadline: Duration?, changes: UInt64) {
    state.withLock { ($0.busyCount, $0.sleepers.last?.deadline, $0.lastTicket) }
  }

  /// Waits until this many tasks sleep.
  ///
  /// - Throws: `SleeperWaitTimeout` when the wall time is over, `CancellationError` when the task is
  ///   cancelled.
  func waitForSleepers(count: Int, timeout: Duration = .seconds(5)) async throws {
    guard await !wait(for: .sleepers(count), atMost: timeout) else { return }
    try Task.checkCancellation()
    throw state.withLock { SleeperWaitTimeout(expected: count, timeout: timeout, state: $0) }
  }

  /// The sleepers since the clock last moved; empty if they were taken before.
  func takeStandingWait() -> StandingWait { state.withLock { $0.takeStandingWait() } }

  func lookAround() -> (now: Duration, sleepers: StandingWait, busyCount: Int) {
    state.withLock { ($0.now, $0.standingNow, $0.busyCount) }
  }

  /// Notes an unmatched request, which explains why it never sleeps.
  func note(unmatched request: String) {
    state.withLock { if $0.unmatched.count < 10 { $0.unmatched.append(request) } }
  }

  /// Waits for a condition; returns false if it does not hold within the limit.
  ///
  /// - Parameter limit: In wall time; nil waits until the task is cancelled.
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

  /// Ends a wait after some wall time; see `FairLimit`.
  private func giveUp(
    _ ticket: SimulatedTimeState.Ticket, after limit: Duration
  ) -> Task<Void, any Error> {
    // The largest durations would overflow the clock.
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

  /// Changes the state, moves the clock if it may move, and resumes what became due.
  private func change<Result>(_ body: (inout SimulatedTimeState) -> Result) -> Result {
    let (result, resumptions, isDue, isLast) = state.withLock { state in
      let wasBusy = state.busyCount > 0
      let result = body(&state)
      state.changes &+= 1
      var isDue = drive == .automatic && state.isDue
      // The sleeper that was woken last has done nothing that could have woken anything else.
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

/// A clock that jumps by itself seeks rest.
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

  /// Whether a participant is busy, or will be soon.
  private var hasSomethingToDo: Bool {
    state.withLock { $0.busyCount > 0 || (drive == .automatic && $0.isDue) }
  }
}

protocol SimulationClock: Clock
where Duration == Swift.Duration, Instant == SimulatedInstant {
  var time: SimulatedTime { get }
}

/// The engine of the simulated clocks: the time, the sleepers, and the number of busy participants.
///
/// A *participant* announces itself with `begin()`. It is busy until it sleeps, and again from its
/// waking until it sleeps anew or calls `end()`. Time moves only while no participant is busy and
/// everything that belongs to the clock is at rest; see `Rest`.
package final class SimulatedTime: Sendable {
  enum Drive: Sendable {
    /// The clock jumps to the next deadline as soon as everything is at rest.
    case automatic
    case manual
  }

  let drive: Drive
  package let rest = Rest()
  private let state = Locked(SimulatedTimeState())
  /// How long a move waits for rest, in the time of a `Pulse`.
  private let patience: Duration

  init(_ drive: Drive, patience: Duration = .seconds(5)) {
    self.drive = drive
    self.patience = patience
    ProcessUse.note(.simulatedTime)
    rest.belong(to: self)
  }

  package var now: Duration { state.withLock { $0.now } }

  var isDue: Bool { state.withLock { $0.busyCount > 0 || (drive == .automatic && $0.isDue) } }

  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  package var busyCount: Int { state.withLock { $0.busyCount } }

  /// Whether the clock moves as long as something sleeps on it.
  var movesByItself: Bool { drive == .automatic || state.withLock { $0.runCount > 0 } }

  package var outlook: (nextDeadline: Duration?, changes: Int) {
    state.withLock { ($0.sleepers.last?.deadline, $0.changes) }
  }

  func begin() {
    state.withLock { state in
      state.busyCount += 1
      state.changes &+= 1
    }
  }

  func end() { change { $0.busyCount = max($0.busyCount - 1, 0) } }

  typealias Stop = @Sendable () -> Void

  /// Lets a participant sleep; its waking makes it busy again, a call of the `Stop` does not.
  ///
  /// `wake` runs on the thread that moves the clock, perhaps before this method returns, and must
  /// only make the participant go on elsewhere.
  func sleep(until deadline: Duration, thenWake wake: @escaping @Sendable () -> Void) -> Stop {
    let ticket = change { state in
      let ticket = state.nextTicket()
      state.add(Sleeper(ticket: ticket, deadline: deadline, waking: .participant(wake)))
      return ticket
    }
    return { withExtendedLifetime(self.change { $0.removeSleeper(ticket) }) {} }
  }

  /// Called before a task sleeps on a simulated clock, whether or not a registry has that clock.
  static let onSleep = Locked<(@Sendable (SimulatedTime) -> Void)?>(nil)

  /// Once the task is woken, the clock stands still until the task runs again.
  func sleep(until deadline: Duration) async throws {
    Self.onSleep.withLock(\.self)?(self)
    let ticket = state.withLock { $0.nextTicket() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(ticket: ticket, deadline: deadline, waking: .task(continuation))
        // Asked under the lock: a later cancellation finds the sleeper.
        change { $0.add(sleeper, isCancelled: Task.isCancelled) }
      }
    } onCancel: {
      change { $0.cancelSleep(ticket) }
    }
    end()
  }

  /// Runs the action on the thread that moves the clock; the clock then stands still until `end()`.
  func setAlarm(
    after duration: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Stop {
    let ticket = state.withLock { $0.setAlarm(after: duration, action) }
    return { withExtendedLifetime(self.state.withLock { $0.removeAlarm(ticket) }) {} }
  }

  /// Advances from where the moves under way will end, or else from now.
  func advance(by duration: Duration) async {
    await advance(to: change { $0.makeGoal(after: duration) })
  }

  func advance(to target: Duration) async {
    await move { state in
      if state.wakeNext(notAfter: target) { return false }
      state.now = max(state.now, target)
      return true
    }
  }

  func run() async {
    state.withLock { $0.runCount += 1 }
    await move { !$0.wakeNext(notAfter: nil) }
    state.withLock { $0.runCount -= 1 }
  }

  /// Takes steps, each when everything is at rest, until a step returns true.
  ///
  /// A cancelled task still moves the clock, but waits for busy participants only for `patience`.
  private func move(_ step: (inout SimulatedTimeState) -> Bool) async {
    state.withLock { $0.forgetWaits() }
    var isThere = false
    while !isThere {
      let isQuiet = await ClockWait(on: self, atMost: patience).value()
      isThere = change { state in
        // A participant may have become busy since.
        guard state.busyCount == 0 || !isQuiet else { return false }
        return step(&state)
      }
    }
    _ = await ClockWait(on: self, atMost: patience).value()
  }

  package func wakeNext(orAlarm: Bool = false) -> Bool {
    change { $0.busyCount == 0 && $0.wakeNext(notAfter: orAlarm ? .seconds(Int64.max) : nil) }
  }

  func waitForSleepers(count: Int, timeout: Duration) async throws {
    if await ClockWait(forSleepers: count, on: self, atMost: timeout).value() { return }
    try Task.checkCancellation()
    throw state.withLock { SleeperWaitTimeout(expected: count, timeout: timeout, state: $0) }
  }

  func takeStandingWait() -> StandingWait { state.withLock { $0.takeStandingWait() } }

  func lookAround() -> (now: Duration, waits: StandingWait, busyCount: Int) {
    state.withLock { ($0.now, $0.waits, $0.busyCount) }
  }

  func note(unmatched request: String) {
    state.withLock { if $0.unmatched.count < 10 { $0.unmatched.append(request) } }
  }

  private func change<Result>(_ body: (inout SimulatedTimeState) -> Result) -> Result {
    let (result, due, isDue, isLast) = state.withLock { state in
      let wasBusy = state.busyCount > 0
      let result = body(&state)
      state.changes &+= 1
      var isDue = drive == .automatic && state.isDue
      // Still at rest: the sleeper that was woken last has caused no activity.
      if isDue, rest.isProven {
        _ = state.wakeNext(notAfter: nil)
        isDue = false
      }
      return (result, state.takeDue(), isDue, wasBusy && state.busyCount == 0)
    }
    wake(due)
    if isDue { Timekeeper.shared.seek(self) } else if isLast { rest.mayHaveCome() }
    return result
  }

  private func wake(_ due: [SimulatedTimeState.Due]) {
    if due.isEmpty { return }
    // A participant's step counts as activity only where it does something.
    if due.contains(where: { !$0.sleeper.isParticipant }) { rest.noteActivity() }
    rest.surround { for one in due { one.sleeper.wake(isCancelled: one.isCancelled) } }
  }
}

extension SimulatedTime: RestSeeker {
  var clock: ClockLook { look { $0.isDue } }

  var isWanted: Bool { clock.isQuiet }

  func look(isQuiet: (SimulatedTimeState) -> Bool) -> ClockLook {
    state.withLock { ClockLook(isQuiet: isQuiet($0), changes: $0.changes) }
  }

  func hasComeToRest(at count: Int) -> Bool {
    let due: [SimulatedTimeState.Due] = state.withLock { state in
      guard state.isDue, rest.count == count else { return [] }
      _ = state.wakeNext(notAfter: nil)
      return state.takeDue()
    }
    wake(due)
    return true
  }
}

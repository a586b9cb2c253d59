/// The engine behind the simulated clocks: what time it is, who sleeps, and who is at work.
///
/// A *participant* announces itself with `begin()` and is busy until it sleeps, and again from the
/// moment it is woken until it sleeps anew or says `end()`. Time only moves while nobody is busy.
/// Continuations are always resumed after the lock has been released.
final class SimulatedTime: Sendable {
  /// What moves the time.
  enum Drive: Sendable {
    /// It jumps to the next sleeper's deadline as soon as nobody is busy.
    case automatic
    /// It moves when it is told to.
    case manual
  }

  private let drive: Drive
  private let state = Locked(SimulatedTimeState())

  init(_ drive: Drive) {
    self.drive = drive
  }

  /// The time since the clock was made.
  var now: Duration { state.withLock { $0.now } }

  /// How many tasks sleep.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// How many participants are at work.
  var busyCount: Int { state.withLock { $0.busyCount } }

  /// Announces a participant, which is busy from here on.
  func begin() {
    state.withLock { $0.busyCount += 1 }
  }

  /// Takes leave of a participant that is busy.
  func end() {
    change { $0.busyCount = max($0.busyCount - 1, 0) }
  }

  /// Sleeps as a participant: not busy meanwhile, busy again on return, also when it throws.
  func participantSleep(until deadline: Duration) async throws {
    try await sleep(until: deadline, isParticipant: true)
  }

  /// Sleeps as anyone.
  ///
  /// The time stands still until the woken task runs again, and a little longer so that it can react;
  /// how long that takes cannot be known of a task that is not a participant.
  func sleep(until deadline: Duration) async throws {
    try await sleep(until: deadline, isParticipant: false)
    Task.detached(priority: .low) { self.end() }
  }

  private func sleep(until deadline: Duration, isParticipant: Bool) async throws {
    let ticket = state.withLock { $0.makeTicket() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        change {
          $0.add(
            Sleeper(
              ticket: ticket, deadline: deadline, isParticipant: isParticipant,
              continuation: continuation))
        }
      }
    } onCancel: {
      change { $0.cancelSleep(ticket) }
    }
  }

  /// Moves to a moment, waking on the way whoever is due, one after the other.
  func advance(to target: Duration) async {
    while await waitUntilNobodyIsBusy() {
      let isThere = change { state in
        // Somebody may have got busy since.
        guard state.busyCount == 0 else { return false }
        if state.wakeNext(notAfter: target) { return false }
        state.now = max(state.now, target)
        return true
      }
      if isThere { return }
    }
  }

  /// Moves on until nobody sleeps.
  func run() async {
    while await waitUntilNobodyIsBusy() {
      let isOver = change { state in
        guard state.busyCount == 0 else { return false }
        return !state.wakeNext(notAfter: nil)
      }
      if isOver { return }
    }
  }

  /// Returns as soon as this many tasks sleep, or when the calling task is cancelled.
  func waitForSleepers(count: Int) async {
    _ = await wait(for: .sleepers(count))
  }

  /// Returns whether nobody is busy; false if the calling task is cancelled.
  private func waitUntilNobodyIsBusy() async -> Bool {
    await wait(for: .quiet)
  }

  private func wait(for condition: TimeWaiter.Condition) async -> Bool {
    let ticket = state.withLock { $0.makeTicket() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change {
          $0.add(TimeWaiter(ticket: ticket, condition: condition, continuation: continuation))
        }
      }
    } onCancel: {
      change { $0.cancelWait(ticket) }
    }
  }

  /// Changes the state, lets time move on if it may, and resumes whoever that concerns.
  private func change<Result>(_ body: (inout SimulatedTimeState) -> Result) -> Result {
    let (result, resumptions) = state.withLock { state in
      let result = body(&state)
      if drive == .automatic, state.busyCount == 0 { _ = state.wakeNext(notAfter: nil) }
      state.collectWaiters()
      return (result, state.takeResumptions())
    }
    for resumption in resumptions { resumption.resume() }
    return result
  }
}

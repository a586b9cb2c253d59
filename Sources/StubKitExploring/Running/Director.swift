import Foundation
import StubKit

/// Drives one scenario: holds every answer until nothing else can happen, and then takes one step.
///
/// So equal choices lead to equal events. The director waits on a thread of its own, the driving
/// thread, which other threads wake.
final class Director: AnswerDirector, RestListener, @unchecked Sendable {
  // Unchecked: `state` is behind a lock; the other variables belong to the driving thread.

  enum Step: Equatable {
    case answer(String)
    /// An answer is delivered, but its client notices it only after the following step.
    case lateAnswer(String)
    case time(Duration)
  }

  enum Ending {
    case returned
    case threw(any Error)
    /// The operation waits for something unknown or, if `isBusy`, does not come to rest.
    case hung(isBusy: Bool)
    case endless(ScenarioLimits.Bound)
    case cancelled
  }

  let clock = ManualClock()
  let lane: JobLane
  private let time: SimulatedTime
  private let rest: Rest

  private struct State {
    var held: HeldAnswers
    var progress = 0
    var result: Result<Void, any Error>?
    var isCancelled = false
    /// Once the scenario is over, no answer is held.
    var isOver = false
    /// Whether the operation has so far been one task that made one request after the other.
    var wasLone = true
    /// Changes answers that are delivered at once; nil if every answer is held.
    var amendAtOnce: Amend?
  }

  typealias Amend = @Sendable (String, HeldAnswer) -> ResolvedResponse?

  private let state: Locked<State>
  private let limits: ScenarioLimits
  private let waiter: RestWaiter
  private var stepCount = 0
  private var lateness = Lateness.none

  private enum Lateness {
    case none
    /// The answer was delivered, and the client's steps that notice it are parked.
    case parked
    /// One more step was taken, and the parked steps run next.
    case noticed
  }

  init(names: ExchangeNames, limits: ScenarioLimits) {
    let state = Locked(State(held: HeldAnswers(names: names)))
    (self.state, self.limits) = (state, limits)
    lane = JobLane(relievingItself: false)
    time = clock.time
    rest = time.rest
    waiter = RestWaiter(of: lane, on: time, patience: limits.patience) {
      state.withLock { $0.progress }
    }
    rest.add(lane)
    rest.tell(self)
  }

  var names: ExchangeNames { state.withLock(\.held.names) }

  var wasLone: Bool { state.withLock(\.wasLone) }

  func operationEnded(_ result: Result<Void, any Error>) {
    let isLate = change { state in
      state.result = result
      return state.isOver
    }
    if isLate { lane.close() }
  }

  func cancel() {
    change { $0.isCancelled = true }
  }

  private func change<Result>(_ change: (inout State) -> Result) -> Result {
    let result = state.withLock { state in
      rest.noteActivity()
      return change(&state)
    }
    // Otherwise `restMayHaveCome` is called when the last request or step has ended.
    if !rest.isOccupied { waiter.thread.call() }
    return result
  }

  func drive(
    choosing choose: (_ steps: [Step], _ cancelled: [String]) -> Step,
    amending amend: (String, HeldAnswer) -> ResolvedResponse?
  ) -> Ending {
    var onlyTimeMoved = false
    while true {
      let isBusy = !waiter.settle(onlyTimeMoved: onlyTimeMoved)
      onlyTimeMoved = false
      let (result, isCancelled) = state.withLock { ($0.result, $0.isCancelled) }
      switch result {
      case .success: return .returned
      case .failure(let error): return .threw(error)
      case nil: break
      }
      if isCancelled { return .cancelled }
      if isBusy { return .hung(isBusy: true) }
      let steps = nextSteps()
      if let bound = limits.bound(
        ofRequests: state.withLock(\.held.names.given.count), steps: stepCount, time: time.now)
      {
        return .endless(bound)
      }
      if lateness == .noticed || steps.isEmpty, lateness != .none {
        lateness = .none
        lane.unpark()
      } else if !steps.isEmpty {
        if lateness == .parked { lateness = .noticed }
        stepCount += 1
        let step = choose(steps, takeCancelled())
        take(step, amend)
        if case .time = step { onlyTimeMoved = true }
      } else if !waiter.waitForActivity(), !wakeAlarm() {
        return .hung(isBusy: false)
      }
    }
  }

  /// Answers the requests in their order.
  ///
  /// `isLone` says that the operation, without the fault, was one task that made one request after
  /// the other. No other can come meanwhile, so answers go at once, but for a few after a change.
  func drive(ofLone isLone: Bool = false, amending amend: @escaping Amend) -> Ending {
    if isLone { state.withLock { $0.amendAtOnce = amend } }
    defer { state.withLock { $0.amendAtOnce = nil } }
    return drive(choosing: { steps, _ in steps[0] }, amending: amend)
  }

  func expectSurprises() { state.withLock { $0.held.expectSurprises() } }

  /// Ends the scenario, and delivers the answers that are still held.
  func retire() {
    let (held, hasEnded) = state.withLock { state in
      state.isOver = true
      return (state.held.takeAll(), state.result != nil)
    }
    rest.forgetQueues()
    if !hasEnded { stopWhatGoesRound() }
    for waiting in held { waiting.answer.release(waiting.answer.response) }
    lane.unpark()
    if hasEnded { lane.close() }
    // Tasks and answers may still wait for the clock.
    guard !hasEnded || lane.taskCount > 1 || rest.isWorking || time.outlook.nextDeadline != nil
    else { return }
    Task.detached { [time] in
      for _ in 0..<10_000 where time.outlook.nextDeadline != nil {
        _ = time.wakeNext()
        await Task.yield()
      }
    }
  }

  /// Stops a cancelled operation that loops for ever, which would slow down later scenarios.
  private func stopWhatGoesRound() {
    lane.limit(steps: 1_000)
    let patience = limits.patience
    // A waiting task costs nothing, but an open lane does. A lane without steps left stays open,
    // because its limit is what stops the loop.
    Task.detached { [lane, rest] in
      var before = -1
      while lane.hasStepsLeft, rest.count != before {
        before = rest.count
        // In slices, each of which waits for its own turn: on a busy machine the loop gets turns, too.
        for _ in 0..<20 { try? await Task.sleep(for: patience / 20) }
      }
      if lane.hasStepsLeft { lane.close() }
    }
  }

  func takeCancelled() -> [String] { state.withLock { $0.held.takeCancelled() } }
}

extension Director {
  func hold(_ answer: HeldAnswer) -> Holding {
    let fate: Fate = change { state in
      guard !state.isOver else { return .goes }
      state.progress += 1
      let isSurprising = state.held.takeSurprise()
      if !isSurprising, let amend = state.amendAtOnce, state.held.isEmpty,
        isAlone(awaiting: answer.awaitingLane, in: &state, working: 1)
      {
        return .goesAmended(amend, name: state.held.names.name(of: answer.request))
      }
      state.held.add(answer, at: time.now, isSurprising: isSurprising)
      return .waits
    }
    switch fate {
    case .waits: return .waits
    case .goes: return .goes(answer.response)
    // A user's closure may change the answer, and must not run under the lock.
    case .goesAmended(let amend, let name): return .goes(amend(name, answer))
    }
  }

  private enum Fate {
    case waits, goes
    case goesAmended(Amend, name: String)
  }

  /// Whether the only task awaits one answer; `state` is `inout` to save debug builds a copy.
  private func isAlone(awaiting answerLane: JobLane?, in state: inout State, working: Int) -> Bool {
    state.wasLone && lane.taskCount == 1 && (answerLane === lane || lane.isIdle)
      && rest.workingCount == working
      // At the limit answers are held, so that `drive` ends the scenario.
      && limits.bound(ofRequests: state.held.names.given.count + 1, steps: 0, time: .zero) == nil
      && time.outlook.nextDeadline == nil
  }

  /// Delivers a single answer that was held only because its task had not come to rest yet.
  ///
  /// In other cases this wakes the driving thread, unless answers go at once, none is held, and no
  /// task waits for the clock: the thread finds that out by itself.
  func restMayHaveCome() {
    enum Finding {
      case lone(HeldAnswers.Waiting, Amend)
      case nothing, other
    }
    let finding: Finding = state.withLock { state in
      guard let amend = state.amendAtOnce, state.result == nil, !state.isCancelled else {
        return .other
      }
      if state.held.isEmpty { return time.outlook.nextDeadline == nil ? .nothing : .other }
      guard let lone = state.held.loneUnnamed, !lone.isSurprising,
        isAlone(awaiting: lone.answer.awaitingLane, in: &state, working: 0)
      else { return .other }
      state.held.nameNew()
      return state.held.takeAll().first.map { .lone($0, amend) } ?? .other
    }
    switch finding {
    case .nothing: break
    case .other: waiter.thread.call()
    case .lone(let waiting, let amend):
      JobLane.$current.withValue(lane) {
        waiting.answer.release(amend(waiting.name, waiting.answer))
      }
    }
  }

  func exchangeEnded(_ exchange: ExchangeLog.ID, _ outcome: StubExchange.Outcome) {
    let waiting = change { state in
      state.progress += 1
      return state.held.end(exchange, isCancelled: outcome == .cancelled)
    }
    // The answer may hold a user's objects: they are released outside of the lock.
    withExtendedLifetime(waiting) {}
  }

  /// The possible steps, in an order that does not change from run to run.
  private func nextSteps() -> [Step] {
    let held = state.withLock { state in
      state.held.nameNew()
      if state.held.all.count > 1 || lane.taskCount != 1 { state.wasLone = false }
      return state.held.all
    }
    let answers = held.map { Step.answer($0.name) }
    guard let next = time.outlook.nextDeadline else { return answers }
    // No answer may be held for ever, so the clock moves at most `longestHold` past its arrival.
    guard held.allSatisfy({ next - $0.since <= Self.longestHold }) else { return answers }
    return answers + [.time(next)]
  }

  private static let longestHold = Duration.seconds(1)

  /// Lets a request time out, for example one whose closure hangs; false if no alarm is set.
  private func wakeAlarm() -> Bool {
    JobLane.$current.withValue(lane) { time.wakeNext(orAlarm: true) }
  }

  private func take(_ step: Step, _ amend: (String, HeldAnswer) -> ResolvedResponse?) {
    JobLane.$current.withValue(lane) {
      switch step {
      case .time: _ = time.wakeNext()
      case .answer(let name): release(name, amend)
      case .lateAnswer(let name):
        lane.park()
        release(name, amend)
        // Meanwhile the client's steps become ready, and are parked.
        _ = waiter.settle()
        lane.stopParking()
        lateness = .parked
      }
    }
  }

  private func release(_ name: String, _ amend: (String, HeldAnswer) -> ResolvedResponse?) {
    guard let waiting = state.withLock({ $0.held.take(name) }) else { return }
    waiting.answer.release(amend(name, waiting.answer))
  }
}

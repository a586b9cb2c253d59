import Dispatch

/// Sends markers through the queues of the process, to see whether everything is at rest.
///
/// When a marker comes out of a queue, the work before it is done. A queue has only one marker at a
/// time for all searches; searches that come later share the next marker.
package final class PassedQueues: Sendable {
  enum Way: Hashable {
    /// Where requests begin, and are cancelled.
    case requests
    case main
    case global
    case tasks(TaskPriority.RawValue)
    case request(RequestNumber)

    fileprivate var isOfTasks: Bool { if case .tasks = self { true } else { false } }
  }

  typealias Stage = (way: Way, drain: Drain)

  /// Where any test may have work; lower priorities get few threads under load, and are left out.
  static let common: [Stage] = [
    (.global, Drain { DispatchQueue.global().async(execute: $0) }), ofTasks(.high),
    ofTasks(.medium), (.main, Drain { DispatchQueue.main.async(execute: $0) }),
  ]

  private static func ofTasks(_ priority: TaskPriority) -> Stage {
    (
      .tasks(priority.rawValue),
      Drain { done in JobLane.leavingToRuntime { Task.detached(priority: priority) { done() } } }
    )
  }

  private static let beginning = Locked<Drain?>(nil)

  static func know(beginningOfRequests drain: Drain) { beginning.withLock { $0 = drain } }

  private struct Crossing {
    /// When the marker was sent, in the time of the pulse and in real time.
    let begin: Duration
    let realBegin = ContinuousClock.now
    /// The callbacks for this marker, and those that came too late and get the next one.
    var passengers: [@Sendable () -> Void]
    var waiting: [@Sendable () -> Void] = []
    var isLost = false
  }

  private let pulse: Pulse
  private let crossings = Locked<[Way: Crossing]>([:])

  init(by pulse: Pulse = Pulse()) { self.pulse = pulse }

  func notPassed(for patience: Duration) -> Set<Way> {
    let now = pulse.time
    return crossings.withLock { Set($0.filter { now - $1.begin >= patience }.keys) }
  }

  func areNotPassed(_ ways: Set<Way>, for patience: Duration) -> Bool {
    crossings.withLock { crossings in
      ways.allSatisfy { crossings[$0].map { $0.realBegin.duration(to: .now) >= patience } ?? false }
    }
  }

  /// Gives up queues that make no progress, until their markers come out after all.
  func giveUp(after patience: Duration) {
    for way in notPassed(for: patience) {
      let passengers: [@Sendable () -> Void] = crossings.withLock { crossings in
        guard let crossing = crossings[way], !crossing.isLost else { return [] }
        crossings[way]?.isLost = true
        crossings[way]?.passengers = []
        crossings[way]?.waiting = []
        return crossing.passengers + crossing.waiting
      }
      for goOn in passengers { goOn() }
    }
  }

  /// The queues for a round of markers, in stages: afterwards the work that was ready is done.
  ///
  /// The order matters: a cancelled request goes first to the queue on which requests begin, then
  /// to its own queues, and then its delegate may begin work anywhere. The first round also goes
  /// through the runtime's queues, on which a task returns from `Task.yield()`. Later rounds leave
  /// these out where lanes see the tasks, since markers take long to pass many tasks.
  static func stages(of rest: Rest, again: Bool = false) -> [[Stage]] {
    let begin: Stage = (.requests, Drain { beginning.withLock(\.self)?($0) ?? $0() })
    let common = again && rest.hasSeenLanes ? common.filter { !$0.way.isOfTasks } : common
    return [[begin], stage(of: rest.drains), common]
  }

  /// Calls `goOn` when the marker comes out, or at once if the queue was given up.
  fileprivate func pass(_ stage: Stage, then goOn: @escaping @Sendable () -> Void) {
    // Nil if no marker is on its way.
    let isLost = crossings.withLock { crossings in
      let isLost = crossings[stage.way]?.isLost
      if isLost == nil {
        crossings[stage.way] = Crossing(begin: pulse.time, passengers: [goOn])
      } else if isLost == false {
        crossings[stage.way]?.waiting.append(goOn)
      }
      return isLost
    }
    guard let isLost else { return send(through: stage) }
    if isLost { goOn() }
  }

  private func send(through stage: Stage) {
    stage.drain { [self] in
      let (passengers, isWanted) = crossings.withLock { crossings in
        let crossing = crossings.removeValue(forKey: stage.way)
        guard let crossing, !crossing.waiting.isEmpty else {
          return (crossing?.passengers ?? [], false)
        }
        crossings[stage.way] = Crossing(begin: pulse.time, passengers: crossing.waiting)
        return (crossing.passengers, true)
      }
      if isWanted { send(through: stage) }
      for goOn in passengers { goOn() }
    }
  }
}

extension PassedQueues {
  static func stage(of requests: [RequestNumber: Drain]) -> [Stage] {
    requests.map { (.request($0), $1) }
  }

  /// Returns the queues that the markers have not left in time.
  func pass(_ stage: [Stage], atMost limit: DispatchTimeInterval) -> Set<Way> {
    let isOver = DispatchSemaphore(value: 0)
    let journey = Journey([stage], through: self) { isOver.signal() }
    journey.begin()
    if isOver.wait(timeout: .now() + limit) == .timedOut { journey.breakOff() }
    let givenUp = crossings.withLock { Set($0.filter(\.value.isLost).keys) }
    return journey.missing.union(givenUp.intersection(stage.map(\.way)))
  }
}

/// Sends markers straight from stage to stage: waking a thread in between takes as long as a stage.
final class Journey: Sendable {
  private struct State {
    var passed = 0
    var missing: Set<PassedQueues.Way> = []
    var isBrokenOff = false
  }

  private let stages: [[PassedQueues.Stage]]
  private let queues: PassedQueues
  private let arrive: @Sendable () -> Void
  private let state = Locked(State())

  init(
    _ stages: [[PassedQueues.Stage]], through queues: PassedQueues,
    then arrive: @escaping @Sendable () -> Void
  ) {
    self.stages = stages.filter { !$0.isEmpty }
    (self.queues, self.arrive) = (queues, arrive)
  }

  var missing: Set<PassedQueues.Way> { state.withLock(\.missing) }

  var isOver: Bool { state.withLock { $0.passed == stages.count } }

  func begin() {
    let stage: [PassedQueues.Stage]? = state.withLock { state in
      guard !state.isBrokenOff, state.passed < stages.count else { return nil }
      state.missing = Set(stages[state.passed].map(\.way))
      return stages[state.passed]
    }
    guard let stage else { return isOver ? arrive() : () }
    for queue in stage {
      queues.pass(queue) { [self] in
        let goesOn = state.withLock { state in
          state.missing.remove(queue.way)
          if state.missing.isEmpty { state.passed += 1 }
          return state.missing.isEmpty
        }
        if goesOn { begin() }
      }
    }
  }

  func breakOff() { state.withLock { $0.isBrokenOff = true } }
}

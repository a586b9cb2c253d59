import Dispatch

/// The queues of the process that are passed through to see whether all is at rest.
///
/// What was ready on a queue before somebody is sent through it has been done when he comes out. One is on his
/// way through each of them at a time, for all who wait; who comes meanwhile goes with the next one.
package final class PassedQueues: Sendable {
  /// A queue, or what is like one, on which things are done in their order.
  enum Way: Hashable {
    /// Where requests begin, and are cancelled.
    case requests
    case main
    case global(DispatchQoS.QoSClass)
    /// Where the runtime has tasks run of a priority.
    case tasks(TaskPriority.RawValue)
    /// Where a request goes on, and is heard of.
    case request(RequestNumber)

    fileprivate var isOfTasks: Bool { if case .tasks = self { true } else { false } }
  }

  /// A way, and how somebody is sent through.
  typealias Stage = (way: Way, drain: Drain)

  /// Those on which what is ready of a test may wait, whatever it asks for.
  ///
  /// Not those of a lower quality: where others are at work their threads are hardly run at all.
  private static let common: [Way] = [
    .global(.default), .tasks(TaskPriority.high.rawValue), .tasks(TaskPriority.medium.rawValue),
    .main,
  ]

  /// How to know that every request has begun or ended that was resumed or cancelled before.
  private static let beginning = Locked(Beginning())

  private struct Beginning {
    // Not locked by itself: whatever takes a closure out of a generic place wraps it anew each time.
    var drain: Drain?
  }

  /// Knows how to pass through where requests begin, for the whole process.
  static func know(beginningOfRequests drain: @escaping Drain) {
    beginning.withLock { $0.drain = drain }
  }

  /// Somebody who is on his way through a queue.
  private struct Crossing {
    /// Since when, in time in which he could have come through, and in real time.
    let begin: Duration
    let realBegin = ContinuousClock.now
    /// Those for whom he goes, and those who have come too late for him.
    var passengers: [@Sendable () -> Void]
    var waiting: [@Sendable () -> Void] = []
    /// Whether he is not waited for any more: the queue does not get on.
    var isLost = false
  }

  private let pulse: Pulse
  private let crossings = Locked<[Way: Crossing]>([:])

  /// - Parameter pulse: The time in which somebody could have come through.
  init(by pulse: Pulse = Pulse()) {
    self.pulse = pulse
  }

  /// The ways on which somebody has been for some time.
  func notPassed(for patience: Duration) -> Set<Way> {
    let now = pulse.time
    return crossings.withLock { Set($0.filter { now - $1.begin >= patience }.keys) }
  }

  /// Whether somebody has been on each of some ways for some real time.
  func areNotPassed(_ ways: Set<Way>, for patience: Duration) -> Bool {
    crossings.withLock { crossings in
      ways.allSatisfy { crossings[$0].map { $0.realBegin.duration(to: .now) >= patience } ?? false }
    }
  }

  /// The ways on which somebody is who is not waited for any more.
  private var givenUp: Set<Way> { crossings.withLock { Set($0.filter(\.value.isLost).keys) } }

  /// Waits no more for those who have been on their way for long, until they come through after all.
  func giveUp(after patience: Duration) {
    for way in notPassed(for: patience) { giveUp(way) }
  }

  private func giveUp(_ way: Way) {
    let passengers = crossings.withLock { crossings in
      guard var crossing = crossings[way], !crossing.isLost else {
        return [] as [@Sendable () -> Void]
      }
      defer { crossings[way] = crossing }
      crossing.isLost = true
      defer { (crossing.passengers, crossing.waiting) = ([], []) }
      return crossing.passengers + crossing.waiting
    }
    for goOn in passengers { goOn() }
  }

  /// What has to be passed so that everything has been done that is ready where requests begin, go on, and are
  /// heard of, and on the queues of the process.
  ///
  /// One after the other: what is cancelled goes first to where requests begin, then to its own queues, and who
  /// hears of it may be anywhere.
  ///
  /// - Parameter again: Whether they have been passed already. Whoever comes back from the threads of all tasks
  ///   to a lane is seen there; and to pass there takes long where there are many.
  static func stages(of rest: Rest, again: Bool = false) -> [[Stage]] {
    let common = again && rest.hasSeenLanes ? common.filter { !$0.isOfTasks } : common
    return [[stage(.requests)], rest.drains.map { (.request($0), $1) }, common.map(stage)]
  }

  /// Sends somebody through a way.
  ///
  /// - Parameter goOn: Called when he has come through, or at once if nobody comes through there.
  fileprivate func pass(_ stage: Stage, then goOn: @escaping @Sendable () -> Void) {
    enum Turn { case now, later, never }
    let turn: Turn = crossings.withLock { crossings in
      guard var crossing = crossings[stage.way] else {
        crossings[stage.way] = Crossing(begin: pulse.time, passengers: [goOn])
        return .now
      }
      if crossing.isLost { return .never }
      crossing.waiting.append(goOn)
      crossings[stage.way] = crossing
      return .later
    }
    switch turn {
    case .now: send(through: stage)
    case .later: break
    case .never: goOn()
    }
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

  private static func stage(_ way: Way) -> Stage {
    (
      way,
      { done in
        switch way {
        case .requests:
          if let begin = beginning.withLock(\.drain) { begin(done) } else { done() }
        case .main: DispatchQueue.main.async(execute: done)
        case .global(let quality): DispatchQueue.global(qos: quality).async(execute: done)
        case .tasks(let priority):
          JobLane.leavingToRuntime {
            Task.detached(priority: TaskPriority(rawValue: priority)) { done() }
          }
        case .request: done()
        }
      }
    )
  }
}

/// For those who stand still meanwhile.
extension PassedQueues {
  /// Sees whether the queues of the process get on.
  ///
  /// - Returns: Those that do not within some time.
  func passCommon(atMost limit: Duration) -> Set<Way> {
    pass([Self.common.map(Self.stage)], atMost: limit)
  }

  /// The same of some requests' queues.
  func pass(requests: [RequestNumber: Drain], atMost limit: Duration) -> Set<Way> {
    pass([requests.map { (.request($0), $1) }], atMost: limit)
  }

  private func pass(_ stages: [[Stage]], atMost limit: Duration) -> Set<Way> {
    let isOver = DispatchSemaphore(value: 0)
    let journey = Journey(stages, through: self) { isOver.signal() }
    journey.begin()
    if isOver.wait(timeout: .now() + limit.interval) == .timedOut { journey.breakOff() }
    return journey.missing.union(givenUp.intersection(stages.joined().map(\.way)))
  }
}

/// A way through some queues: from some of them straight to the next, since to wake a waiting thread takes as
/// long as to pass.
final class Journey: Sendable {
  private struct State {
    /// How many stages have been passed.
    var passed = 0
    /// Those of this stage that have not been.
    var missing: Set<PassedQueues.Way> = []
    var isBrokenOff = false
  }

  private let stages: [[PassedQueues.Stage]]
  private let queues: PassedQueues
  private let arrive: @Sendable () -> Void
  private let state = Locked(State())

  /// - Parameters:
  ///   - stages: What is passed one after the other, and of each of them what is passed at once.
  ///   - arrive: Called at its end, unless it is broken off.
  init(
    _ stages: [[PassedQueues.Stage]], through queues: PassedQueues,
    then arrive: @escaping @Sendable () -> Void
  ) {
    self.stages = stages.filter { !$0.isEmpty }
    (self.queues, self.arrive) = (queues, arrive)
  }

  /// What it waits for.
  var missing: Set<PassedQueues.Way> { state.withLock(\.missing) }

  /// Whether it is at its end.
  var isOver: Bool { state.withLock { $0.passed == stages.count } }

  func begin() {
    let stage: [PassedQueues.Stage]? = state.withLock { state in
      guard !state.isBrokenOff, state.passed < stages.count else { return nil }
      state.missing = Set(stages[state.passed].map(\.way))
      return stages[state.passed]
    }
    guard let stage else { return isOver ? arrive() : () }
    for (way, drain) in stage {
      queues.pass((way, drain)) { [self] in
        let goesOn = state.withLock { state in
          state.missing.remove(way)
          if state.missing.isEmpty { state.passed += 1 }
          return state.missing.isEmpty
        }
        if goesOn { begin() }
      }
    }
  }

  /// Goes no further.
  func breakOff() {
    state.withLock { $0.isBrokenOff = true }
  }
}

extension Duration {
  fileprivate var interval: DispatchTimeInterval { .nanoseconds(Int(self / .nanoseconds(1))) }
}

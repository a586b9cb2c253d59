/// Calls back when a queue, or what is like one, has done everything that it had been given.
typealias Drain = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

/// Names a request among all of the process.
typealias RequestNumber = Int

/// What belongs to a simulated clock and has to be at rest before its time moves: the lanes of its scopes,
/// its requests, and the queues on which they are heard of.
///
/// Whatever happens is counted. What was at rest once stays so until the count is another.
package final class Rest: Sendable {
  /// What belongs to the clock of a scope around one of this clock's.
  private struct Outer {
    weak var rest: Rest?
  }

  private struct State {
    /// The lanes, with how many scopes have each of them.
    var lanes: [(lane: JobLane, scopeCount: Int)] = []
    /// Those of the scopes around them that have clocks of their own.
    var outer: [Outer] = []
    /// Whether there has been a scope of another clock within.
    var hadScopeWithin = false
    /// Whether there has been a scope.
    var hadScope = false
    /// The requests that are at work by themselves, or on their way.
    var working: Set<ObjectIdentifier> = []
    /// What passes through the queues on which each request goes on and is heard of.
    var drains: [RequestNumber: Drain] = [:]
    /// Whether the clock itself has something to do.
    var clockIsDue: @Sendable () -> Bool = { false }
    /// Called when everything may have come to rest.
    var listener: (@Sendable () -> Void)?
    /// Counts whatever has happened, but for the steps of the lanes.
    var activity = 0
    /// Counts how often a delegate was told something, which is activity as well.
    var tellings = 0
    /// What was counted when everything was at rest last.
    var proof: (count: Int, tellings: Int)?
    /// When everything was looked at for it last, in real time, and how often less was since.
    var lastFullProof = ContinuousClock.now
    var lightProofCount = 0

    // By hand, as what follows: in a debug build each algorithm that is generic takes a lock of the runtime's,
    // for which all threads queue that look for rest.
    var count: Int {
      var (count, index) = (activity, 0)
      while index < lanes.count {
        count &+= lanes[index].lane.count
        index += 1
      }
      return count
    }

    /// Whether no lane has a step.
    var lanesAreIdle: Bool {
      var index = 0
      while index < lanes.count, lanes[index].lane.isIdle { index += 1 }
      return index == lanes.count
    }

    func position(of lane: JobLane) -> Int? { lanes.firstIndex { $0.lane === lane } }
  }

  private let state = Locked(State())

  /// - Parameter isDue: Whether the clock itself has something to do.
  func belong(toClockWhich isDue: @escaping @Sendable () -> Bool) {
    state.withLock { $0.clockIsDue = isDue }
  }

  /// Has something called whenever everything may have come to rest.
  package func listen(_ listener: @escaping @Sendable () -> Void) {
    state.withLock { $0.listener = listener }
  }

  /// Something is over, and perhaps everything has come to rest.
  func mayHaveCome() {
    let (isBusy, listener) = state.withLock { state in
      (!state.working.isEmpty || !state.lanesAreIdle, state.listener)
    }
    if isBusy { return }
    Timekeeper.shared.wake()
    listener?()
  }
}

/// What is told from elsewhere.
extension Rest {
  /// A scope with the clock is opened.
  func noteScope() {
    state.withLock { $0.hadScope = true }
  }

  /// A scope, or what is done for a request, has a lane, until `remove`.
  package func add(_ lane: JobLane) {
    state.withLock { state in
      state.activity &+= 1
      if let position = state.position(of: lane) {
        state.lanes[position].scopeCount += 1
      } else {
        // What it has done so far is not this clock's.
        state.activity &-= lane.count
        state.lanes.append((lane, 1))
      }
    }
    lane.tell(self)
  }

  func remove(_ lane: JobLane) {
    let isGone = state.withLock { state in
      state.activity &+= 1
      guard let position = state.position(of: lane) else { return true }
      state.lanes[position].scopeCount -= 1
      guard state.lanes[position].scopeCount == 0 else { return false }
      state.lanes.remove(at: position)
      // The count never goes back.
      state.activity &+= lane.count
      return true
    }
    if isGone { lane.forget(self) }
    mayHaveCome()
  }

  /// A scope of this clock is opened within one of another clock, which comes after it.
  func nest(within outer: Rest) {
    // Two clocks within each other would wait for each other.
    guard outer !== self, !outer.isWithin(self), !isWithin(outer) else { return }
    state.withLock { state in
      state.outer.removeAll { $0.rest == nil }
      state.outer.append(Outer(rest: outer))
    }
    outer.hasScopeWithin()
  }

  /// There is a scope of another clock within one of this clock, or of one within.
  private func hasScopeWithin() {
    let outer = state.withLock { state in
      state.hadScopeWithin = true
      return state.outer.compactMap(\.rest)
    }
    for rest in outer { rest.hasScopeWithin() }
  }

  /// A request is at work by itself, or is not any more: nobody waits for an answer meanwhile.
  func note(_ request: ObjectIdentifier, isWorking: Bool) {
    let isOver = state.withLock { state in
      let isChange =
        isWorking
        ? state.working.insert(request).inserted : state.working.remove(request) != nil
      if isChange { state.activity &+= 1 }
      return isChange && state.working.isEmpty
    }
    if isOver { mayHaveCome() }
  }

  /// A request goes on, and is heard of, on queues of its own, until `leave`.
  ///
  /// Those of another request of the session are others: what waits here may be passed by there.
  func use(queuesDrainedBy drain: @escaping Drain) -> RequestNumber {
    let number = Self.lastNumber.withLock { last in
      last += 1
      return last
    }
    state.withLock { $0.drains[number] = drain }
    return number
  }

  private static let lastNumber = Locked(0)

  /// A request is over, and is heard of no more once its queues have done what they had been given.
  ///
  /// Nothing can have come to rest before that.
  ///
  /// - Parameter hearing: Kept until then.
  func leave(_ number: RequestNumber, as request: ObjectIdentifier, ending hearing: LaneHearing?) {
    let drain = state.withLock { state in
      if state.working.remove(request) != nil { state.activity &+= 1 }
      return state.drains[number]
    }
    guard let drain else { return mayHaveCome() }
    drain { [weak self] in
      // Sessions end with their delegates, which are a user's: not under the lock.
      let gone = self?.state.withLock { $0.drains.removeValue(forKey: number) }
      withExtendedLifetime((gone, hearing)) {}
      self?.mayHaveCome()
    }
  }

  /// A delegate is told something that is not the end.
  func noteTelling() {
    state.withLock { state in
      state.activity &+= 1
      state.tellings &+= 1
    }
  }

  /// Something has happened that may lead to more.
  package func noteActivity() {
    state.withLock { $0.activity &+= 1 }
  }

  /// Surrounds what is made for the clock's sake, where nobody knows for which scope.
  func surround(_ make: () -> Void) {
    let lane = state.withLock { $0.lanes.count == 1 ? $0.lanes[0].lane : nil }
    JobLane.surround(lane, make)
  }
}

/// What is asked.
extension Rest {
  /// Counts whatever has happened.
  package var count: Int { state.withLock { $0.count } }

  /// Whether nothing has happened since everything was at rest.
  var isProven: Bool { state.withLock { $0.proof?.count == $0.count } }

  /// Whether delegates were told something since everything was at rest, and nothing else has happened.
  ///
  /// Most of them do no more then than to take it. So their queues are looked at only, unless it is some time
  /// ago that everything was.
  var hasOnlyTold: Bool {
    state.withLock { state in
      guard let proof = state.proof else { return false }
      return state.count &- proof.count == state.tellings &- proof.tellings
        && (state.lightProofCount < Self.fewTellings
          || state.lastFullProof.duration(to: .now) < Self.longestTelling)
    }
  }

  private static let longestTelling = Duration.milliseconds(1)
  private static let fewTellings = 8

  /// How many requests are at work by themselves.
  package var workingCount: Int { state.withLock { $0.working.count } }

  /// Whether a request is at work by itself.
  package var isWorking: Bool { workingCount > 0 }

  /// Whether the clock, or a request, has something to do.
  var isDue: Bool { isWorking || state.withLock { $0.clockIsDue }() }

  /// Whether a scope of this clock is within one of another clock.
  func isWithin(_ other: Rest) -> Bool {
    state.withLock { $0.outer.compactMap(\.rest) }.contains { $0 === other || $0.isWithin(other) }
  }

  /// Whether all scopes with the clock are over, so that nobody waits for its time who has to be served soon.
  var isLeftBehind: Bool {
    state.withLock { state in
      state.hadScope && state.lanes.isEmpty
        && state.lastFullProof.duration(to: .now) < Self.intervalOfLeftBehind
    }
  }

  /// How often the time moves for the sake of what has outlived its scope: what goes round for ever would take
  /// the time of all others.
  private static let intervalOfLeftBehind = Duration.milliseconds(20)

  /// Whether the clock of a scope within has something to do, which comes first.
  var waitsForScopeWithin: Bool {
    state.withLock { $0.hadScopeWithin } && lanes.contains { $0.isAwaited(within: self) }
  }

  var lanes: [JobLane] { state.withLock { $0.lanes.map(\.lane) } }

  /// Whether no lane has a step.
  var lanesAreIdle: Bool { state.withLock { $0.lanesAreIdle } }

  /// Whether the steps of its tasks are seen.
  var hasSeenLanes: Bool { Lanes.isSeeing && state.withLock { !$0.lanes.isEmpty } }

  /// What passes through the queues on which each request goes on and is heard of.
  var drains: [RequestNumber: Drain] { state.withLock { $0.drains } }

  /// Notes that everything was at rest at this count.
  ///
  /// - Parameter isFull: Whether everything was looked at.
  func prove(at count: Int, isFull: Bool) {
    state.withLock { state in
      guard state.count == count else { return }
      state.proof = (count, state.tellings)
      if isFull {
        (state.lastFullProof, state.lightProofCount) = (.now, 0)
      } else {
        state.lightProofCount += 1
      }
    }
  }

  /// Forgets the queues, since nobody looks any more.
  package func forgetQueues() {
    let drains = state.withLock { state in
      defer { state.drains = [:] }
      return state.drains
    }
    withExtendedLifetime(drains) {}
  }
}

/// Sends a marker through a queue, or something like it, and calls back when it comes out.
typealias Drain = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

/// Identifies a request within the process.
typealias RequestNumber = Int

/// Everything that has to be at rest before the time of a simulated clock moves: the lanes of its scopes,
/// its requests, and their queues.
///
/// All activity is counted. What was once at rest stays so until the count changes.
package final class Rest: Sendable {
  /// The lane of a scope with another clock, around a scope of this clock.
  private struct Outer {
    weak var rest: Rest?
  }

  private struct State {
    /// The lanes, with the number of scopes on each of them.
    var lanes: [(lane: JobLane, scopeCount: Int)] = []
    /// The lanes of surrounding scopes that have clocks of their own.
    var outer: [Outer] = []
    /// Whether a scope of another clock was nested in one of this clock.
    var hadScopeWithin = false
    /// Whether there has been a scope.
    var hadScope = false
    /// The requests that are at work by themselves, or on their way.
    var working: Set<ObjectIdentifier> = []
    /// Sends markers through the queues of each request.
    var drains: [RequestNumber: Drain] = [:]
    /// Whether the clock itself has something to do.
    var clockIsDue: @Sendable () -> Bool = { false }
    /// Called when everything may have come to rest.
    var listener: (@Sendable () -> Void)?
    /// Counts all activity but the steps of the lanes.
    var activity = 0
    /// Counts the calls of delegates, which are activity as well.
    var tellings = 0
    /// The counts when everything was last at rest.
    var proof: (count: Int, tellings: Int)?
    /// The time of the last complete proof, and the number of incomplete ones since.
    var lastFullProof = ContinuousClock.now
    var lightProofCount = 0

    // By hand, as below: in a debug build a generic algorithm takes a lock of the runtime's, for which all
    // searching threads queue.
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

  /// Sets what is called whenever everything may have come to rest.
  package func listen(_ listener: @escaping @Sendable () -> Void) {
    state.withLock { $0.listener = listener }
  }

  /// Calls the listener, since something is over.
  func mayHaveCome() {
    let (isBusy, listener) = state.withLock { state in
      (!state.working.isEmpty || !state.lanesAreIdle, state.listener)
    }
    if isBusy { return }
    Timekeeper.shared.wake()
    listener?()
  }
}

/// Notes activity elsewhere.
extension Rest {
  func noteScope() {
    state.withLock { $0.hadScope = true }
  }

  /// Adds the lane of a scope, or of a request, until `remove`.
  package func add(_ lane: JobLane) {
    state.withLock { state in
      state.activity &+= 1
      if let position = state.position(of: lane) {
        state.lanes[position].scopeCount += 1
      } else {
        // Earlier steps do not belong to this clock.
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

  /// Opens a scope of this clock within one of another clock, which then comes second.
  func nest(within outer: Rest) {
    // Two clocks within each other would wait for each other.
    guard outer !== self, !outer.isWithin(self), !isWithin(outer) else { return }
    state.withLock { state in
      state.outer.removeAll { $0.rest == nil }
      state.outer.append(Outer(rest: outer))
    }
    outer.hasScopeWithin()
  }

  /// Notes a nested scope of another clock.
  private func hasScopeWithin() {
    let outer = state.withLock { state in
      state.hadScopeWithin = true
      return state.outer.compactMap(\.rest)
    }
    for rest in outer { rest.hasScopeWithin() }
  }

  /// Notes whether a request is at work by itself; nobody waits for an answer meanwhile.
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

  /// Adds the queues of a request, until `leave`.
  ///
  /// Each request has its own: work that waits here is not seen on the queues of another request.
  func use(queuesDrainedBy drain: @escaping Drain) -> RequestNumber {
    let number = Self.lastNumber.withLock { last in
      last += 1
      return last
    }
    state.withLock { $0.drains[number] = drain }
    return number
  }

  private static let lastNumber = Locked(0)

  /// Ends a request, whose queues are forgotten once a marker has come out of them.
  ///
  /// Until then nothing can have come to rest.
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

  /// Notes a call of a delegate before the end.
  func noteTelling() {
    state.withLock { state in
      state.activity &+= 1
      state.tellings &+= 1
    }
  }

  /// Notes activity that may lead to more.
  package func noteActivity() {
    state.withLock { $0.activity &+= 1 }
  }

  /// Runs `make`, whose tasks belong to an unknown scope of the clock.
  func surround(_ make: () -> Void) {
    let lane = state.withLock { $0.lanes.count == 1 ? $0.lanes[0].lane : nil }
    JobLane.surround(lane, make)
  }
}

/// Answers questions about rest.
extension Rest {
  /// Counts all activity.
  package var count: Int { state.withLock { $0.count } }

  /// Whether nothing has happened since everything was at rest.
  var isProven: Bool { state.withLock { $0.proof?.count == $0.count } }

  /// Whether delegates were called since everything was at rest, and nothing else has happened.
  ///
  /// Most of them do no more than take what they are told. So only their queues are checked, unless the
  /// last complete proof is some time ago.
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

  /// The number of requests that are at work by themselves.
  package var workingCount: Int { state.withLock { $0.working.count } }

  package var isWorking: Bool { workingCount > 0 }

  /// Whether the clock, or a request, has something to do.
  var isDue: Bool { isWorking || state.withLock { $0.clockIsDue }() }

  /// Whether a scope of this clock is nested in one of another clock.
  func isWithin(_ other: Rest) -> Bool {
    state.withLock { $0.outer.compactMap(\.rest) }.contains { $0 === other || $0.isWithin(other) }
  }

  /// Whether all scopes with the clock are over, so that its time is not urgent.
  var isLeftBehind: Bool {
    state.withLock { state in
      state.hadScope && state.lanes.isEmpty
        && state.lastFullProof.duration(to: .now) < Self.intervalOfLeftBehind
    }
  }

  /// The interval at which time moves for code that has outlived its scope: an endless loop there would
  /// take the time of all others.
  private static let intervalOfLeftBehind = Duration.milliseconds(20)

  /// Whether the clock of a nested scope has something to do, which comes first.
  var waitsForScopeWithin: Bool {
    state.withLock { $0.hadScopeWithin } && lanes.contains { $0.isAwaited(within: self) }
  }

  var lanes: [JobLane] { state.withLock { $0.lanes.map(\.lane) } }

  /// Whether no lane has a step.
  var lanesAreIdle: Bool { state.withLock { $0.lanesAreIdle } }

  /// Whether the steps of its tasks are seen.
  var hasSeenLanes: Bool { Lanes.isSeeing && state.withLock { !$0.lanes.isEmpty } }

  /// Sends markers through the queues of each request.
  var drains: [RequestNumber: Drain] { state.withLock { $0.drains } }

  /// Notes that everything was at rest at this count.
  ///
  /// - Parameter isFull: Whether everything was checked.
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

  /// Forgets the queues, when nobody searches any more.
  package func forgetQueues() {
    let drains = state.withLock { state in
      defer { state.drains = [:] }
      return state.drains
    }
    withExtendedLifetime(drains) {}
  }
}

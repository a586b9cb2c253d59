/// Sends a marker through a queue, or the like, and calls back when it comes out.
///
/// A struct: Swift wraps a bare closure anew each time that the closure leaves a generic container.
struct Drain: Sendable {
  let send: @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  func callAsFunction(_ done: @escaping @Sendable () -> Void) { send(done) }
}

typealias RequestNumber = Int

package protocol RestListener: AnyObject, Sendable { func restMayHaveCome() }

/// What must be at rest before a simulated clock moves: lanes, requests, and requests' queues.
///
/// All activity is counted; everything that was found at rest is at rest until the count changes.
package final class Rest: Sendable {
  private struct Weak { weak var rest: Rest? }

  private struct State {
    var lanes: [(lane: JobLane, scopeCount: Int)] = []
    /// The rests of surrounding scopes that have clocks of their own.
    var outer: [Weak] = []
    /// Whether a scope with another clock was ever nested in a scope with this clock.
    var hadScopeWithin = false
    var hadScope = false
    /// How many requests are at work outside of the test's tasks, or on their way.
    var workingCount = 0
    var drains: [RequestNumber: Drain] = [:]
    weak var clock: SimulatedTime?
    weak var listener: (any RestListener)?
    /// Counts all activity but the steps of the lanes.
    var activity = 0
    /// Counts the calls of delegates, which are activity as well.
    var tellings = 0
    /// The counts when everything was last found at rest.
    var proof: (count: Int, tellings: Int)?
    /// The time of the last full proof, and the number of light proofs since.
    var lastFullProof = ContinuousClock.now
    var lightProofCount = 0

    // Loops by hand, here and below: in a debug build a generic algorithm takes a lock of the
    // runtime, for which all searching threads would wait.
    var count: Int {
      var (count, index) = (activity, 0)
      while index < lanes.count {
        count &+= lanes[index].lane.count
        index += 1
      }
      return count
    }

    var lanesAreIdle: Bool {
      var index = 0
      while index < lanes.count, lanes[index].lane.isIdle { index += 1 }
      return index == lanes.count
    }

    func position(of lane: JobLane) -> Int? { lanes.firstIndex { $0.lane === lane } }
  }

  private let state = Locked(State())

  func belong(to clock: SimulatedTime) { state.withLock { $0.clock = clock } }

  package func tell(_ listener: any RestListener) { state.withLock { $0.listener = listener } }

  func mayHaveCome() {
    if isOccupied { return }
    Timekeeper.shared.wake()
    state.withLock { $0.listener }?.restMayHaveCome()
  }
}

extension Rest {
  func noteScope() { state.withLock { $0.hadScope = true } }

  package func add(_ lane: JobLane) {
    state.withLock { state in
      state.activity &+= 1
      if let position = state.position(of: lane) {
        state.lanes[position].scopeCount += 1
      } else {
        // Steps that the lane had before do not belong to this clock.
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
      // The steps of the lane stay in the count, which never goes back.
      state.activity &+= lane.count
      return true
    }
    if isGone { lane.forget(self) }
    mayHaveCome()
  }

  func nest(within outer: Rest) {
    // Two clocks that are nested in each other would wait for each other.
    guard outer !== self, !outer.isWithin(self), !isWithin(outer) else { return }
    state.withLock { state in
      state.outer.removeAll { $0.rest == nil }
      state.outer.append(Weak(rest: outer))
    }
    outer.hasScopeWithin()
  }

  private func hasScopeWithin() {
    state.withLock { $0.hadScopeWithin = true }
    for rest in outer { rest.hasScopeWithin() }
  }

  func beginWork() {
    state.withLock { state in
      state.activity &+= 1
      state.workingCount += 1
    }
  }

  func endWork() {
    let isOver = state.withLock { state in
      state.activity &+= 1
      state.workingCount -= 1
      return state.workingCount == 0
    }
    if isOver { mayHaveCome() }
  }

  /// Adds a request's queues until `leave`: markers on other queues cannot see work there.
  func use(queuesDrainedBy drain: Drain) -> RequestNumber {
    let number = Lanes.newNumber
    state.withLock { $0.drains[number] = drain }
    return number
  }

  /// Ends a request, and forgets its queues: at once if they are `drained`, or else after a marker.
  ///
  /// Until the marker comes out, searches still look at the queues, and `hearing` is kept alive.
  func leave(
    _ number: RequestNumber, working isWorking: Bool, drained isDrained: Bool,
    ending hearing: LaneHearing?
  ) {
    let drain = state.withLock { state in
      if isWorking {
        state.activity &+= 1
        state.workingCount -= 1
      }
      return isDrained ? state.drains.removeValue(forKey: number) : state.drains[number]
    }
    // Releasing the drain may end a delegate, whose `deinit` must not run under the lock.
    guard let drain, !isDrained else { return mayHaveCome() }
    drain { [weak self] in
      let gone = self?.state.withLock { $0.drains.removeValue(forKey: number) }
      withExtendedLifetime((hearing, gone)) {}
      self?.mayHaveCome()
    }
  }

  func noteTelling() {
    state.withLock { state in
      state.activity &+= 1
      state.tellings &+= 1
    }
  }

  package func noteActivity() { state.withLock { $0.activity &+= 1 } }

  /// Runs `make`, whose tasks belong to an unknown scope; if the clock has one lane, they join it.
  func surround(_ make: () -> Void) {
    let lane = state.withLock { $0.lanes.count == 1 ? $0.lanes[0].lane : nil }
    JobLane.surround(lane, make)
  }
}

extension Rest {
  package var count: Int { state.withLock { $0.count } }

  var isProven: Bool { state.withLock { $0.proof?.count == $0.count } }

  /// Whether nothing but calls of delegates has happened since everything was last found at rest.
  ///
  /// Most delegates only store what they are told, so a light proof, of their queues, is enough,
  /// unless the last full proof is both a millisecond and eight light proofs ago.
  var hasOnlyTold: Bool {
    state.withLock { state in
      guard let proof = state.proof else { return false }
      return state.count &- proof.count == state.tellings &- proof.tellings
        && (state.lightProofCount < 8 || state.lastFullProof.duration(to: .now) < .milliseconds(1))
    }
  }

  package var workingCount: Int { state.withLock { $0.workingCount } }

  package var isWorking: Bool { workingCount > 0 }

  /// Whether a request is at work or a task's step runs.
  ///
  /// Once neither is so, `mayHaveCome` is called, at the latest when a marker has left the request's
  /// queues.
  package var isOccupied: Bool { state.withLock { $0.workingCount > 0 || !$0.lanesAreIdle } }

  var isDue: Bool { isWorking || state.withLock { $0.clock }?.isDue ?? false }

  private var outer: [Rest] { state.withLock { $0.outer.compactMap(\.rest) } }

  func isWithin(_ other: Rest) -> Bool { outer.contains { $0 === other || $0.isWithin(other) } }

  /// Whether the clock can wait, since its scopes are over and its last full proof is recent.
  ///
  /// An endless loop in code that has outlived its scope would take time from all other clocks.
  var isLeftBehind: Bool {
    state.withLock { state in
      state.hadScope && state.lanes.isEmpty
        && state.lastFullProof.duration(to: .now) < .milliseconds(20)
    }
  }

  var waitsForScopeWithin: Bool {
    state.withLock { $0.hadScopeWithin } && lanes.contains { $0.isAwaited(within: self) }
  }

  var lanes: [JobLane] { state.withLock { $0.lanes.map(\.lane) } }

  var lanesAreIdle: Bool { state.withLock { $0.lanesAreIdle } }

  package var hasSeenLanes: Bool { Lanes.isSeeing && state.withLock { !$0.lanes.isEmpty } }

  var drains: [RequestNumber: Drain] { state.withLock { $0.drains } }

  /// Notes a proof of rest: a full one has checked everything, a light one only delegates' queues.
  func prove(at count: Int, isFull: Bool) {
    state.withLock { state in
      guard state.count == count else { return }
      state.proof = (count, state.tellings)
      state.lightProofCount = isFull ? 0 : state.lightProofCount + 1
      if isFull { state.lastFullProof = .now }
    }
  }

  package func forgetQueues() {
    let drains = state.withLock { exchange(&$0.drains, for: [:]) }
    withExtendedLifetime(drains) {}
  }
}

import Foundation

/// A request on its way: to its load, through `perform()`, or from its end to its listeners.
///
/// Simulated time stands still meanwhile. A test that ends before the registry has decided on the
/// request reports it as on its way.
final class Transit: @unchecked Sendable {
  // Unchecked: the transit ends where its request begins, or with the last reference to it.

  private var rest: Rest?
  fileprivate let lane = JobLane.current
  /// Lists the request as on its way; nil if the test is not to be told of a late request.
  private let expecting: Locked<RegistryState>?

  init(noticedBy rest: Rest) {
    (self.rest, expecting) = (rest, nil)
    rest.beginWork()
  }

  init(of request: URLRequest, to registry: StubRegistry) {
    (rest, expecting) = (registry.rest, registry.state)
    rest?.beginWork()
    registry.state.withLock { $0.onTheirWay[ObjectIdentifier(self)] = request }
  }

  /// Lets simulated time go on: by now the request itself is at work.
  fileprivate func isAtItsEnd() { rest.take()?.endWork() }

  deinit {
    isAtItsEnd()
    // The removed request may hold an object that must end outside of the lock.
    _ = expecting?.withLock { $0.onTheirWay.removeValue(forKey: ObjectIdentifier(self)) }
  }
}

/// A request in simulated time; the clock counts it while it is at work.
final class TimedRequest: Sendable {
  private let rest: Rest
  private let director: (any AnswerDirector)?
  /// Nil for a client that is no session.
  private let context: ClientContext?
  private let number: RequestNumber
  private let state = Locked(State())
  /// Whether a delegate may hear of anything before the end.
  private let hasListener: Bool
  /// Whether the client hears of the end at once, with nothing left on its queues.
  private let hearsAtOnce: Bool

  private struct State {
    var held: ExchangeLog.ID?
    var lane: JobLane?
    var hearing: LaneHearing?
    var ownLane: JobLane?
    /// Whether the end is being told, and whether the request has left its clock since.
    var (isOver, hasLeft) = (false, false)
    var isWorking = false
  }

  init(
    noticedBy rest: Rest, directedBy director: (any AnswerDirector)?, in context: ClientContext?,
    drainedBy drain: Drain
  ) {
    (self.rest, self.director, self.context) = (rest, director, context)
    hasListener =
      context?.session?.delegate is any URLSessionTaskDelegate || context?.task?.delegate != nil
    hearsAtOnce = !hasListener && (context?.task.map(TaskInternals.isAwaited) ?? false)
    _ = Self.beginningIsKnown
    number = rest.use(queuesDrainedBy: drain)
  }

  deinit {
    leave()
    if let lane = state.withLock({ $0.ownLane }) {
      rest.remove(lane)
      lane.close()
    }
  }

  /// Leaves the clock: the request is done, except for work that still waits on its queues.
  private func leave() {
    let (isFirst, isWorking, hearing) = state.withLock { state in
      defer { (state.hasLeft, state.isWorking, state.hearing) = (true, false, nil) }
      return (!state.hasLeft, state.isWorking, state.hearing)
    }
    guard isFirst else { return }
    rest.leave(number, working: isWorking, drained: hearsAtOnce, ending: hearing)
  }

  /// Lets the clock check, from the first request on, that every resumed request has begun.
  private static let beginningIsKnown: Void = PassedQueues.know(
    beginningOfRequests: Drain(send: ClientContext.requestsHaveBegun))

  func begin(atTheEndOf transit: Transit?) {
    let hearing =
      hearsAtOnce
      ? nil : transit?.lane.flatMap { LaneHearing(of: $0, on: context?.session?.delegateQueue) }
    state.withLock { ($0.lane, $0.hearing) = (transit?.lane, hearing) }
    note(isWorking: true)
    transit?.isAtItsEnd()
  }

  private func note(isWorking: Bool) {
    let isChange = state.withLock { state in
      defer { state.isWorking = isWorking }
      return state.isWorking != isWorking
    }
    if isChange { isWorking ? rest.beginWork() : rest.endWork() }
  }

  func note(_ effect: Effect) {
    let (isOver, hasLeft) = state.withLock { ($0.isOver, $0.hasLeft) }
    if hasLeft { return }
    if isOver, !effect.isWork { return leave() }
    note(isWorking: effect.isWork)
  }

  /// To be called before a delegate hears of anything but the end.
  func noteTelling() { if hasListener { rest.noteTelling() } }

  func hold(_ answer: ResolvedResponse?, of claim: Claim, _ back: ReplyHandle) -> Holding {
    guard let director else { return .goes(answer) }
    let lane = state.withLock { state in
      state.held = claim.exchange
      return state.lane
    }
    let isAwaited = (context?.task).map(TaskInternals.isAwaited) ?? false
    let holding = director.hold(
      HeldAnswer(
        exchange: claim.exchange, request: claim.request, awaitingLane: isAwaited ? lane : nil,
        response: answer
      ) { back.bring(.leave($0)) })
    if case .waits = holding { note(isWorking: false) }
    return holding
  }

  /// To be called before the client hears of the end.
  func noteEnd() {
    let hearing = state.withLock { state in
      state.isOver = true
      return state.hearing
    }
    rest.noteActivity()
    context?.keepUntilDelivered((Transit(noticedBy: rest), hearing))
  }

  func endExchange(as outcome: StubExchange.Outcome) {
    guard let exchange = state.withLock({ $0.held.take() }) else { return }
    director?.exchangeEnded(exchange, outcome)
  }

  /// Gives a request outside of every scope a lane, so that the clock sees a user's code at work.
  func openLane() {
    guard director == nil, state.withLock({ $0.lane == nil }) else { return }
    let lane = JobLane(relievingItself: true)
    rest.add(lane)
    state.withLock { ($0.lane, $0.ownLane) = (lane, lane) }
  }

  func surround(_ make: () -> Void) {
    if let lane = state.withLock({ $0.lane }) {
      JobLane.surround(lane, make)
    } else {
      rest.surround(make)
    }
  }
}

extension PerformingDoor {
  func surrounded(_ make: () -> Void) { if let timed { timed.surround(make) } else { make() } }
}

extension Effect {
  /// Whether StubKit, a blocking closure or the network works on the effect, for an unknown time.
  ///
  /// Asynchronous closures and sources may wait for a clock; their tasks are seen elsewhere.
  fileprivate var isWork: Bool {
    switch self {
    case .body, .decision, .report, .advice, .network, .arrival, .hearing, .telling: true
    // At work until the director holds the answer.
    case .leave: true
    case .response(let claim, _): if case .closure = claim.stub.responder { true } else { false }
    case .moment, .piece, .nothing: false
    }
  }
}

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The way of a request from where it is resumed to where its loading starts, or that of its end to
/// whoever is told of it.
///
/// It leads over queues. Simulated time stands still until the request has come in, and a test that ends
/// before that is told of it.
final class WayIn: Sendable {
  private let rest: Rest?
  /// The lane on which the request was resumed.
  fileprivate let lane = JobLane.current
  /// The state of the registry that expects the request.
  private let expecting: Locked<RegistryState>?

  init(noticedBy rest: Rest) {
    (self.rest, expecting) = (rest, nil)
    rest.note(ObjectIdentifier(self), isWorking: true)
  }

  /// The way of a request to a registry.
  init(of request: URLRequest, to registry: StubRegistry) {
    (rest, expecting) = (registry.rest, registry.state)
    rest?.note(ObjectIdentifier(self), isWorking: true)
    registry.state.withLock { $0.onTheirWay[ObjectIdentifier(self)] = request }
  }

  /// Time need not stand still for it any more, since the request itself is at work by now.
  fileprivate func isAtItsEnd() {
    rest?.note(ObjectIdentifier(self), isWorking: false)
  }

  deinit {
    isAtItsEnd()
    // A request may hold what ends outside of the lock.
    _ = expecting?.withLock { $0.onTheirWay.removeValue(forKey: ObjectIdentifier(self)) }
  }
}

/// A request in simulated time: whether it is at work, and perhaps when its answers go.
final class TimedRequest: Sendable {
  private let rest: Rest
  private let director: (any AnswerDirector)?
  private let context: ClientContext
  private let number: RequestNumber
  private let state = Locked(State())
  /// Whether code of a user's hears of what comes before the end.
  private let hasListener: Bool

  private struct State {
    /// The exchange whose answer was held last.
    var held: ExchangeLog.ID?
    /// The lane on which the request was resumed.
    var lane: JobLane?
    var hearing: LaneHearing?
    /// A lane that is the request's alone.
    var ownLane: JobLane?
    /// Whether its end is being told, and whether it has left since.
    var (isOver, hasLeft) = (false, false)
  }

  init(noticedBy rest: Rest, directedBy director: (any AnswerDirector)?, in context: ClientContext)
  {
    (self.rest, self.director, self.context) = (rest, director, context)
    hasListener =
      context.session?.delegate is any URLSessionTaskDelegate || context.task?.delegate != nil
    _ = Self.beginningIsKnown
    number = rest.use(queuesDrainedBy: context.drain)
  }

  deinit {
    leave()
    if let lane = state.withLock(\.ownLane) {
      rest.remove(lane)
      lane.close()
    }
  }

  /// It has done all, and nobody hears of it any more but for what waits on its queues.
  private func leave() {
    let (isFirst, hearing) = state.withLock { state in
      defer { (state.hasLeft, state.hearing) = (true, nil) }
      return (!state.hasLeft, state.hearing)
    }
    if isFirst { rest.leave(number, as: ObjectIdentifier(self), ending: hearing) }
  }

  /// Has it looked whether every request has begun, from the first one on.
  private static let beginningIsKnown: Void = PassedQueues.know(
    beginningOfRequests: ClientContext.requestsHaveBegun)

  /// The request has come in, and is at work from now on.
  func begin(atTheEndOf way: WayIn?) {
    let hearing = way?.lane.flatMap { LaneHearing(of: $0, on: context.session?.delegateQueue) }
    state.withLock { ($0.lane, $0.hearing) = (way?.lane, hearing) }
    rest.note(ObjectIdentifier(self), isWorking: true)
    way?.isAtItsEnd()
  }

  /// Tells whether the request is at work by itself.
  func note(_ need: Need) {
    let (isOver, hasLeft) = state.withLock { ($0.isOver, $0.hasLeft) }
    if hasLeft { return }
    if isOver, !need.isWork { return leave() }
    rest.note(ObjectIdentifier(self), isWorking: need.isWork)
  }

  /// The client is about to hear something that is not the end, and so is perhaps a user's code.
  func noteTelling() {
    if hasListener { rest.noteTelling() }
  }

  /// Hands an answer over, which goes when the director says so; at once if there is none.
  func hold(_ answer: ResolvedResponse?, of claim: Claim, _ back: WayBack) -> Holding {
    guard let director else { return .goes(answer) }
    state.withLock { $0.held = claim.exchange }
    let holding = director.hold(
      HeldAnswer(exchange: claim.exchange, request: claim.request, response: answer) {
        back.bring(.leave($0))
      })
    if case .waits = holding { rest.note(ObjectIdentifier(self), isWorking: false) }
    return holding
  }

  /// The exchange is over.
  func end(as outcome: StubExchange.Outcome) {
    // What leads elsewhere is no end, and nobody is told of a cancel that he has asked for.
    let isEnd = ![.redirected, .challenged, .cancelled].contains(outcome)
    let (exchange, hearing) = state.withLock { state in
      state.isOver = isEnd
      return (state.held.take(), state.hearing)
    }
    if isEnd {
      rest.noteActivity()
      context.keepUntilDelivered((WayIn(noticedBy: rest), hearing))
    }
    guard let exchange else { return }
    director?.exchangeEnded(exchange, outcome)
  }

  /// Sees to it that the steps of what a user wrote for the request are seen, outside of a scope as well.
  func openLane() {
    guard director == nil, state.withLock({ $0.lane == nil }) else { return }
    let lane = JobLane(relievingItself: true)
    rest.add(lane)
    state.withLock { ($0.lane, $0.ownLane) = (lane, lane) }
  }

  /// Surrounds what is made for the request.
  func surround(_ make: () -> Void) {
    if let lane = state.withLock(\.lane) {
      JobLane.surround(lane, make)
    } else {
      rest.surround(make)
    }
  }
}

extension SessionDoor {
  /// Makes something for the request that belongs to its lane, if it has one.
  func surrounded(_ make: () -> Void) {
    if let timed { timed.surround(make) } else { make() }
  }
}

extension Need {
  /// Whether StubKit, a closure or the network is at work meanwhile, and nobody can say for how long.
  ///
  /// An asynchronous closure may wait for a clock, or for another request, and a source as well; their
  /// tasks are seen elsewhere.
  fileprivate var isWork: Bool {
    switch self {
    case .body, .decision, .report, .advice, .network, .arrival, .hearing, .telling: true
    // Until it is held.
    case .leave: true
    case .response(let claim, _): claim.stub.responder.blocks
    case .moment, .piece, .nothing: false
    }
  }
}

extension Responder {
  /// Whether it is a closure that takes a thread until it returns.
  fileprivate var blocks: Bool { if case .closure = self { true } else { false } }
}

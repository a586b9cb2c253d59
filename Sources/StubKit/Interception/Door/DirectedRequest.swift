import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The way of a request from where it is resumed to where its loading starts, or that of its end to
/// whoever is told of it.
///
/// It leads over queues. Whoever directs the answers waits for the request to come in, and a test that
/// ends before that is told of it.
final class WayIn: Sendable {
  private let director: (any AnswerDirector)?
  /// The state of the registry that expects the request.
  private let expecting: Locked<RegistryState>?

  init(directedBy director: any AnswerDirector) {
    (self.director, expecting) = (director, nil)
    director.noteWork(of: ObjectIdentifier(self), isWorking: true)
  }

  /// The way of a request to a registry.
  init(of request: URLRequest, to registry: StubRegistry) {
    (director, expecting) = (registry.director, registry.state)
    director?.noteWork(of: ObjectIdentifier(self), isWorking: true)
    registry.state.withLock { $0.onTheirWay[ObjectIdentifier(self)] = request }
  }

  /// Whoever directs the answers need wait for it no more, who knows the request itself by now.
  fileprivate func isAtItsEnd() {
    director?.noteWork(of: ObjectIdentifier(self), isWorking: false)
  }

  deinit {
    isAtItsEnd()
    // A request may hold what ends outside of the lock.
    _ = expecting?.withLock { $0.onTheirWay.removeValue(forKey: ObjectIdentifier(self)) }
  }
}

/// A request whose answers somebody directs.
final class DirectedRequest: Sendable {
  private let director: any AnswerDirector
  private let context: ClientContext
  /// The exchange whose answer was held last.
  private let exchange = Locked<ExchangeLog.ID?>(nil)

  init(directedBy director: any AnswerDirector, in context: ClientContext) {
    (self.director, self.context) = (director, context)
    if let session = context.session {
      director.note(session: ObjectIdentifier(session), drainedBy: context.drain)
    }
  }

  deinit {
    director.noteWork(of: ObjectIdentifier(self), isWorking: false)
  }

  /// The request has come in, and is at work from now on.
  func begin(atTheEndOf way: WayIn?) {
    director.noteWork(of: ObjectIdentifier(self), isWorking: true)
    way?.isAtItsEnd()
  }

  /// Tells whether the request is at work by itself.
  func note(_ need: Need) {
    director.noteWork(of: ObjectIdentifier(self), isWorking: need.isWork)
  }

  /// Hands an answer over, which goes when the director says so.
  func hold(_ answer: ResolvedResponse?, of claim: Claim, _ back: WayBack) -> Holding {
    exchange.withLock { $0 = claim.exchange }
    let holding = director.hold(
      HeldAnswer(exchange: claim.exchange, request: claim.request, response: answer) {
        back.bring(.leave($0))
      })
    if case .waits = holding { director.noteWork(of: ObjectIdentifier(self), isWorking: false) }
    return holding
  }

  /// The exchange is over.
  func end(as outcome: StubExchange.Outcome) {
    guard let exchange = exchange.withLock({ $0.take() }) else { return }
    // What leads elsewhere is no end, and nobody is told of a cancel that he has asked for.
    if ![.redirected, .challenged, .cancelled].contains(outcome) {
      let way = WayIn(directedBy: director)
      context.whenDelivered { withExtendedLifetime(way) {} }
    }
    director.exchangeEnded(exchange, outcome)
  }

  /// Surrounds what is made for the request.
  func surround(_ make: () -> Void) {
    director.surround(make)
  }
}

extension SessionDoor {
  /// Makes something for the request that belongs to whoever directs it.
  func surrounded(_ make: () -> Void) {
    if let direction { direction.surround(make) } else { make() }
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

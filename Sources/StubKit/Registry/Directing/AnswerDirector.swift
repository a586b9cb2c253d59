/// Says when the answers of a registry go, and in what form; an exploration has one.
package protocol AnswerDirector: AnyObject, Sendable {
  /// An answer is ready, and goes at once, or when its `release` is called.
  ///
  /// It is called in the client's context, and must not wait.
  func hold(_ answer: HeldAnswer) -> Holding
  /// The request whose answer was held, or has gone, is over, or leads to another.
  func exchangeEnded(_ exchange: ExchangeLog.ID, _ outcome: StubExchange.Outcome)
}

/// What becomes of an answer that is ready.
package enum Holding: Sendable {
  case waits
  /// This one, or another in its place, goes now.
  case goes(ResolvedResponse?)
}

/// An answer that is ready, and waits for leave to go.
package struct HeldAnswer: Sendable {
  /// Where the exchange stands in the log.
  package let exchange: ExchangeLog.ID
  /// The request, as it was asked.
  package let request: StubRequest
  /// What answers; nil if the network does.
  package let response: ResolvedResponse?
  /// Lets go of the answer, or of another one in its place.
  package let release: @Sendable (ResolvedResponse?) -> Void
}

extension StubRegistry {
  /// Keeps the director for its registry.
  private final class Desk: Sendable {
    let director: any AnswerDirector
    init(_ director: any AnswerDirector) { self.director = director }
  }

  /// Who directs the answers, if anybody does.
  @inline(__always)
  var director: (any AnswerDirector)? {
    guard ProcessUse.soFar.contains(.directors) else { return nil }
    return associatedObjects.existing(Desk.self)?.director
  }

  /// Has somebody direct the answers from now on; to be called before the first request.
  package func beDirected(by director: any AnswerDirector) {
    ProcessUse.note(.directors)
    _ = associatedObjects.object(Desk.self) { Desk(director) }
  }
}

extension StubRegistry {
  /// What has to be at rest before the time of its clock moves, if that is simulated.
  @inline(__always)
  var rest: Rest? {
    guard ProcessUse.soFar.contains(.simulatedTime) else { return nil }
    return clockAndTime.time?.rest
  }
}

/// Decides when a registry delivers its answers, and in what form; only explorations have a director.
package protocol AnswerDirector: AnyObject, Sendable {
  /// Takes a ready answer in the client's context, without blocking; it goes at once or by its `release`.
  func hold(_ answer: HeldAnswer) -> Holding
  /// Called when an exchange whose answer was given to `hold` is over, or leads to another exchange.
  func exchangeEnded(_ exchange: ExchangeLog.ID, _ outcome: StubExchange.Outcome)
}

package enum Holding: Sendable {
  case waits
  /// This answer goes now; it need not be the one that was given to `hold`.
  case goes(ResolvedResponse?)
}

/// An answer that is ready, and waits for its director.
package struct HeldAnswer: Sendable {
  package let exchange: ExchangeLog.ID
  package let request: StubRequest
  /// The lane of the task that does nothing but await the answer, if that is known.
  package let awaitingLane: JobLane?
  /// The stub's answer; nil if the network answers.
  package let response: ResolvedResponse?
  /// Releases the answer, or another one in its place.
  package let release: @Sendable (ResolvedResponse?) -> Void
}

extension StubRegistry {
  @inline(__always)
  var director: (any AnswerDirector)? {
    ProcessUse.soFar.contains(.directors) ? state.withLock { $0.director } : nil
  }

  package var isDirected: Bool { director != nil }

  /// Sets the director; to be called before the first request.
  package func beDirected(by director: any AnswerDirector) {
    ProcessUse.note(.directors)
    state.withLock { $0.director = director }
  }

  /// The `Rest` that simulated time waits for; nil if the clock is not simulated.
  @inline(__always)
  var rest: Rest? {
    guard ProcessUse.soFar.contains(.simulatedTime) else { return nil }
    return clockAndTime.time?.rest
  }
}

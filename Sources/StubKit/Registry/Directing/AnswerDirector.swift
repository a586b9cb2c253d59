/// Decides when a registry delivers its answers, and in what form; only for explorations.
package protocol AnswerDirector: AnyObject, Sendable {
  /// Takes a ready answer in the client's context, and must not block.
  func hold(_ answer: HeldAnswer) -> Holding
  /// Called when an exchange that was given to `hold` ends or leads to another exchange.
  func exchangeEnded(_ exchange: ExchangeLog.ID, _ outcome: StubExchange.Outcome)
}

package enum Holding: Sendable {
  case waits
  /// An answer goes now, perhaps another than `hold` was given; nil lets the network answer.
  case goes(ResolvedResponse?)
}

package struct HeldAnswer: Sendable {
  package let exchange: ExchangeLog.ID
  package let request: StubRequest
  /// The lane of the task that does nothing but await the answer; nil if that is unknown.
  package let awaitingLane: JobLane?
  /// The stub's answer; nil if the network answers.
  package let response: ResolvedResponse?
  /// Releases the answer, or another one in its place.
  package let release: @Sendable (ResolvedResponse?) -> Void
}

extension StubRegistry {
  package var isDirected: Bool { director != nil }

  /// Lets `director` hold the answers; to be called before the first request.
  package func beDirected(by director: any AnswerDirector) {
    ProcessUse.note(.directors)
    state.withLock { $0.director = director }
  }
}

package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// One hop that the network performed, with everything that it brought back.
package struct ForwardedExchange: Sendable {
  /// The request as it was sent, its body aside.
  package let request: URLRequest
  /// The whole body of the request.
  package let requestBody: Data?
  /// When it was sent.
  package let start = Date()
  /// The head of the response; nil if there was none.
  package var response: StubExchange.Response?
  /// The body of the response as far as it came.
  package var body = Data()
  /// The error that it ended in, if it did.
  package var error: (any Error)?
  /// The time from the start to the head, and from the head to the end.
  package private(set) var phases: (wait: Duration, receive: Duration) = (.zero, .zero)

  private let clockStart = ContinuousClock.now

  init(of request: URLRequest, body: Data?) {
    self.request = request
    requestBody = body
  }

  /// Notes that the head of the response has come.
  mutating func noteHead() {
    phases.wait = clockStart.duration(to: .now)
  }

  /// Notes that nothing more will come.
  mutating func noteEnd() {
    phases.receive = clockStart.duration(to: .now) - phases.wait
  }
}

/// Who hears of each hop that the network performs for a registry, as one of its associated objects.
package final class ForwardedExchanges: Sendable {
  private let hear: @Sendable (ForwardedExchange) -> Void

  private init(hear: @escaping @Sendable (ForwardedExchange) -> Void) {
    self.hear = hear
  }

  /// Has somebody hear of a registry's exchanges with the network; only the first to ask will.
  package static func tell(
    of registry: StubRegistry, to hear: @escaping @Sendable (ForwardedExchange) -> Void
  ) {
    _ = registry.associatedObjects.object(ForwardedExchanges.self) {
      ForwardedExchanges(hear: hear)
    }
  }

  /// Whether anybody hears of them, so that bodies have to be kept.
  static func areHeard(of registry: StubRegistry) -> Bool {
    registry.associatedObjects.existing(ForwardedExchanges.self) != nil
  }

  /// Tells of an exchange that is over.
  static func tell(_ exchange: ForwardedExchange, of registry: StubRegistry) {
    registry.associatedObjects.existing(ForwardedExchanges.self)?.hear(exchange)
  }
}

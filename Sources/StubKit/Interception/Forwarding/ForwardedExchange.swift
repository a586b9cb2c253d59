package import Foundation

package struct ForwardedExchange: Sendable {
  package let request: URLRequest
  package let requestBody: Data?
  package let start = Date()
  package var response: StubResponse.Head?
  package var body = Data()
  package var error: (any Error)?
  /// From the start to the head, and from the head to the end.
  package private(set) var phases: (wait: Duration, receive: Duration) = (.zero, .zero)

  private let clockStart = ContinuousClock.now

  init(of request: URLRequest, body: Data?) {
    self.request = request
    requestBody = body
  }

  mutating func noteHead() { phases.wait = clockStart.duration(to: .now) }

  mutating func noteEnd() { phases.receive = clockStart.duration(to: .now) - phases.wait }
}

/// Hears of a registry's forwarded exchanges; a registry keeps only its first listener.
package final class ForwardedExchanges: Sendable {
  let hear: @Sendable (ForwardedExchange) -> Void

  package init(hear: @escaping @Sendable (ForwardedExchange) -> Void) { self.hear = hear }
}

import Foundation
import StubKit

extension LivePage {
  /// Begins to answer a request to the server's own port; nil if it is no request for the page.
  ///
  /// To be called on the loop of the connection.
  func answer(
    _ request: ServerRequest, on connection: Connection
  ) -> (any ServedExchange)? {
    guard case .path(let target) = request.target,
      let answer = answer(to: request.method, target, host: request.host)
    else { return nil }
    let exchange = PageExchange()
    switch answer {
    case .whole(let status, let fields, let body):
      connection.send(status: status, fields: fields, length: .exactly(body.count))
      connection.send(body)
      connection.finish()
    case .stream(let fields, let stream):
      connection.send(status: 200, fields: fields, length: .unknown)
      guard request.method != "HEAD" else {
        connection.finish()
        break
      }
      exchange.watch(
        open(
          stream, isReady: { exchange.isReady },
          send: { piece, isLast in
            connection.perform {
              connection.send(piece)
              if isLast { connection.finish() }
            }
          }))
    }
    return exchange
  }
}

/// A client that reads the page or one of its streams.
private final class PageExchange: ServedExchange, Sendable {
  private let state = Locked((watch: LivePage.Watch?.none, isReady: true))

  var isReady: Bool { state.withLock(\.isReady) }

  func watch(_ watch: LivePage.Watch) { state.withLock { $0.watch = watch } }

  func cancel() { state.withLock(\.watch)?.cancel() }

  func pause() { state.withLock { $0.isReady = false } }

  func resume() { state.withLock { $0.isReady = true } }
}

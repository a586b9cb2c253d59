import Foundation
import StubKit

extension LivePage {
  /// Answers a request for the page, or returns nil; to be called on the connection's loop.
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
          stream, isReady: { [weak exchange] in exchange?.isReady ?? false },
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

private final class PageExchange: ServedExchange, Sendable {
  private let state = Locked((watch: LivePage.Watch?.none, isReady: true))

  var isReady: Bool { state.withLock(\.isReady) }

  func watch(_ watch: LivePage.Watch) { state.withLock { $0.watch = watch } }

  func cancel() { state.withLock(\.watch)?.cancel() }

  func pause() { state.withLock { $0.isReady = false } }

  func resume() { state.withLock { $0.isReady = true } }
}

import Foundation
import StubKit

/// Carries one answer from the registry to the client of a connection.
final class ServerDoor: OutsideClient, @unchecked Sendable {
  // Unchecked: confined to the server's loop.

  private let connection: Connection
  private let port: ServedPort
  private var hasHead = false
  /// Whether the stub's status was informational, so that the client gets an error instead.
  private var isRefused = false

  init(on connection: Connection, at port: ServedPort) {
    (self.connection, self.port) = (connection, port)
  }

  func perform(_ block: @escaping @Sendable () -> Void) {
    connection.perform(block)
  }

  func hear(_ head: StubResponse.Head, followedBy body: BodyLength) {
    // After an informational status, clients wait for another head.
    guard head.status >= 200 else {
      isRefused = true
      // In a later turn: by then the log has the response, and its stub can be named.
      return perform { [self] in refuse(head.status) }
    }
    hasHead = true
    let fields = port.origin.map { port.core.told(head.headers, of: $0) } ?? head.headers
    connection.send(status: head.status, fields: fields, length: body)
  }

  func hear(_ piece: Data) {
    if hasHead { connection.send(piece) }
  }

  func hear(_ ending: Ending) {
    if isRefused { return }
    switch ending {
    case .finished:
      if hasHead { connection.finish() }
    case .failed(let error, let outcome):
      if hasHead {
        connection.fail(as: ServerFault(error))
      } else {
        fail(error, as: outcome)
      }
    case .cancelled:
      break
    }
  }

  private func fail(_ error: any Error, as outcome: StubExchange.Outcome) {
    switch outcome {
    case .unmatched:
      connection.answer(
        port.core.settings.unmatchedStatus, text: error.localizedDescription,
        fields: ["StubKit-Unmatched": "true"])
    case .threw, .cannotRespond, .cannotBeSent:
      connection.answer(
        500, text: StubIssue.text(of: error), fields: ["StubKit-Error": "true"])
    default:
      connection.fail(as: ServerFault(error))
    }
  }

  private func refuse(_ status: Int) {
    let text = port.core.noteInformational(status)
    connection.answer(500, text: text, fields: ["StubKit-Error": "true"])
  }
}

extension ServerFault {
  init(_ error: any Error) {
    self =
      switch (error as? URLError)?.code {
      case .timedOut: .silence
      case .cannotParseResponse: .garbage
      case .badServerResponse, .zeroByteResource: .end
      default: .reset
      }
  }
}

import Foundation
import StubKit

extension OutsideExchange: ServedExchange {}

/// Stands for an exchange whose answer was known at once.
final class AnsweredExchange: ServedExchange, Sendable {
  static let only = AnsweredExchange()

  func cancel() {}
  func pause() {}
  func resume() {}
}

extension Connection {
  /// Sends a whole answer that comes from the server itself, and not from a stub.
  func answer(
    _ status: Int, reason: String? = nil, text: String, fields: StubHeaders = [:]
  ) {
    let body = Data("\(text)\n".utf8)
    var fields = fields
    fields.set("text/plain; charset=utf-8", for: "Content-Type")
    fields.set("no-store", for: "Cache-Control")
    send(status: status, reason: reason, fields: fields, length: .exactly(body.count))
    send(body)
    finish()
  }
}

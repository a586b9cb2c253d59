import Foundation
import StubKit

extension OutsideExchange: ServedExchange {
  var isForwarded: Bool { networkStart != nil }
}

final class AnsweredExchange: ServedExchange, Sendable {
  static let only = AnsweredExchange()

  func cancel() {}
  func pause() {}
  func resume() {}
}

extension Connection {
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

import Foundation
import StubKit

struct AnswerFraming {
  private enum Body {
    case none
    /// `left` bytes are still to come; negative if the promised length is exceeded or invalid.
    case counted(left: Int)
    case chunked
    case untilEnd
  }

  private var body: Body
  private let length: BodyLength
  private(set) var endsConnection: Bool

  init(_ length: BodyLength, status: Int, fields: StubHeaders, to request: ServerRequest) {
    let told = fields.values(for: "Content-Length")
    if case .exactly = length, told.isEmpty, fields.contains("Transfer-Encoding") {
      // If the stub sets a Transfer-Encoding, the head promises no length.
      self.length = .unknown
    } else {
      self.length = length
    }
    endsConnection = !request.keepsAlive || fields.listsInConnection("close")
    guard !Self.isWithoutBody(status: status, method: request.method) else {
      body = .none
      return
    }
    let promised = told.count == 1 ? Int(told[0]).map { max($0, -1) } : nil
    switch self.length {
    case .cutShort(let count): body = .counted(left: count)
    case .exactly(let count):
      body = .counted(left: told.isEmpty ? count : promised ?? -1)
      // The end of the connection shows the client that the length was wrong.
      if !told.isEmpty, promised != count { endsConnection = true }
    case .unknown where !told.isEmpty: body = .counted(left: promised ?? -1)
    case .unknown: body = request.isVersion10 ? .untilEnd : .chunked
    }
    if case .untilEnd = body { endsConnection = true }
  }

  private static func isWithoutBody(status: Int, method: String) -> Bool {
    method == "HEAD" || status == 204 || status == 304
  }

  /// Whether the client has all that the head promises, once all outgoing bytes are sent.
  var isComplete: Bool {
    switch body {
    case .none, .counted(left: 0): true
    case .counted, .chunked, .untilEnd: false
    }
  }

  mutating func append(_ piece: Data, to outgoing: inout Outgoing) {
    // An empty chunk would end the body.
    guard !piece.isEmpty else { return }
    switch body {
    case .none: break
    case .counted(let left):
      // Bytes beyond the promised length are sent, as a faulty server would.
      outgoing.append(piece)
      body = .counted(left: left - piece.count)
    case .chunked:
      outgoing.append(String(piece.count, radix: 16) + "\r\n")
      outgoing.append(piece)
      outgoing.append("\r\n")
    case .untilEnd: outgoing.append(piece)
    }
  }

  mutating func finish(into outgoing: inout Outgoing) {
    switch body {
    case .chunked: outgoing.append("0\r\n\r\n")
    case .counted(let left) where left != 0: endsConnection = true
    case .none, .counted, .untilEnd: break
    }
  }
}

extension AnswerFraming {
  func writeHead(
    status: Int, reason: String?, fields: StubHeaders, to request: ServerRequest,
    into outgoing: inout Outgoing
  ) {
    outgoing.append("HTTP/1.1 \(status) \(reason ?? ReasonPhrase.of(status))\r\n")
    for field in fields where !isReplaced(field, status: status) {
      outgoing.append(field.name)
      outgoing.append(": ")
      outgoing.append(field.value)
      outgoing.append("\r\n")
    }
    switch (body, length) {
    case (.chunked, _): outgoing.append("Transfer-Encoding: chunked\r\n")
    case (_, .cutShort(let count)) where status != 204:
      outgoing.append("Content-Length: \(count)\r\n")
    // The empty body of an answer to HEAD does not tell how long the body for GET would be.
    case (.none, .exactly(0)): break
    case (_, .exactly(let count))
    where status != 204 && status != 304 && !fields.contains("Content-Length"):
      outgoing.append("Content-Length: \(count)\r\n")
    default: break
    }
    if endsConnection {
      if !fields.listsInConnection("close") { outgoing.append("Connection: close\r\n") }
    } else if request.isVersion10, !fields.contains("Connection") {
      outgoing.append("Connection: keep-alive\r\n")
    }
    outgoing.append("\r\n")
  }

  /// Whether a stub's field is left out, because the framing decides on it.
  private func isReplaced(_ field: StubHeaders.Field, status: Int) -> Bool {
    switch field.name.utf8.count {
    case 10 where endsConnection && field.name.lowercased() == "connection":
      return !field.listsInConnection("close")
    case 14 where field.name.lowercased() == "content-length":
      if case .cutShort = length { return true }
      return status == 204
    case 17: return field.name.lowercased() == "transfer-encoding"
    default: return false
    }
  }
}

extension StubHeaders {
  fileprivate func listsInConnection(_ option: String) -> Bool {
    contains { $0.listsInConnection(option) }
  }
}

extension StubHeaders.Field {
  fileprivate func listsInConnection(_ option: String) -> Bool {
    guard name.utf8.count == 10, name.lowercased() == "connection" else { return false }
    return value.lowercased().split(separator: ",").contains { $0.trimmingBlanks == option }
  }
}

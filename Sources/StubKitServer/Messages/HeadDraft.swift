import StubKit

struct HeadDraft {
  enum Framing: Equatable {
    case length(Int)
    case chunked
  }

  var request: ServerRequest
  private(set) var expectsContinue = false
  private var count = 0
  private var length: Int?
  private var codings: [String] = []
  private var options: [String] = []

  init(requestLine line: UnsafeBufferPointer<UInt8>) throws(Refusal) {
    guard let methodEnd = line.firstIndex(of: .space), let targetEnd = line.lastIndex(of: .space),
      methodEnd + 1 < targetEnd, line[..<methodEnd].isToken
    else { throw .requestLine }
    let version = try Version(line[(targetEnd + 1)...])
    let method = String(decoding: line[..<methodEnd], as: UTF8.self)
    let text = line[(methodEnd + 1)..<targetEnd]
    guard !text.contains(where: { $0 <= .space || $0 == 0x7F }),
      let text = text.text, let target = ServerRequest.Target(text, for: method)
    else {
      throw .malformed("The target of the request is neither a path nor an address.")
    }
    request = ServerRequest(method: method, target: target)
    request.isVersion10 = version == .http10
    request.keepsAlive = version == .http11
  }

  mutating func take(field line: UnsafeBufferPointer<UInt8>, limit: Int) throws(Refusal) {
    count += 1
    guard count <= limit else { throw .fields(limit: limit) }
    let field = try FieldLine(line)
    let value = field.value
    switch FieldRole(field.name) {
    case .host:
      guard request.host == nil else { throw .malformed("The request names two hosts.") }
      guard value.allSatisfy(\.isInHost) else {
        throw .malformed("The Host of the request is not a valid host.")
      }
      request.host = field.text
    case .contentLength:
      guard length == nil, let number = Self.number(value) else {
        throw .malformed("The Content-Length of the request is not one number.")
      }
      length = number
      request.fields["Content-Length"] = field.text
    case .transferEncoding: codings += Self.items(field.text)
    case .connection:
      options += Self.items(field.text)
      if options.contains("close") {
        request.keepsAlive = false
      } else if options.contains("keep-alive") {
        request.keepsAlive = true
      }
    case .expect:
      expectsContinue = !request.isVersion10 && Self.items(field.text) == ["100-continue"]
    // A client that offers `h2c` (HTTP/2) is content with a plain answer.
    case .upgrade: request.wantsUpgrade = Self.items(field.text) != ["h2c"]
    case .ofConnection: break
    case .ofMessage:
      let name = String(decoding: field.name, as: UTF8.self)
      if let place = request.fields.index(forName: name) {
        request.fields.values[place] += FieldRole.separator(of: name) + field.text
      } else {
        request.fields[name] = field.text
      }
    }
  }

  /// Removes the fields that `Connection` lists as being about the connection (RFC 9110, 7.6.1).
  mutating func dropFieldsOfConnection() {
    for name in options {
      if let place = request.fields.index(forName: name) { request.fields.remove(at: place) }
    }
  }

  /// Returns how the body is framed; to be called once all lines of the head have been taken.
  func framing(limit: Int) throws(Refusal) -> Framing {
    guard request.host != nil || request.isVersion10 else {
      throw .malformed("The request names no host.")
    }
    guard !codings.isEmpty else {
      if let length, length > limit { throw .body(limit: limit) }
      return .length(length ?? 0)
    }
    // Request smuggling: two servers could disagree on where such a body ends.
    guard length == nil else {
      throw .malformed("The request says in two ways how long its body is.")
    }
    guard !request.isVersion10 else {
      throw .malformed("The request is HTTP/1.0, which has no Transfer-Encoding.")
    }
    guard codings.allSatisfy({ $0 == "chunked" }) else {
      throw Refusal(
        status: 501, sentence: "The request has a Transfer-Encoding that this server does not know."
      )
    }
    guard codings.count == 1 else { throw .malformed("The body of the request is chunked twice.") }
    return .chunked
  }

  /// `Int.max` if the number is larger; nil if the bytes are not digits.
  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)) ?? .max
  }

  /// The items in lowercase; an empty item is kept, and is no known coding or option.
  private static func items(_ list: String) -> [String] {
    list.lowercased().split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingBlanks }
  }
}

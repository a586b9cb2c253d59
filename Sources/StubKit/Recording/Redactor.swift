import Foundation

/// Takes the secrets out of exchanges, first by their names and then by their values.
struct Redactor {
  let redaction: Redaction
  var secrets = SecretPool()

  init(_ redaction: Redaction) {
    self.redaction = redaction
  }

  /// The exchanges without their secrets.
  static func redacting(
    _ exchanges: [RecordedExchange], by redaction: Redaction
  ) -> [RecordedExchange] {
    var redactor = Redactor(redaction)
    let named = exchanges.map { redactor.redactingNames(in: $0) }
    // Only now is it known what one exchange says of another's secrets.
    let cleaner = redactor.secrets.cleaner
    return named.map { $0.cleaned(by: cleaner) }
  }

  private mutating func redactingNames(in exchange: RecordedExchange) -> RecordedExchange {
    var exchange = exchange
    exchange.url = redactedUser(in: exchange.url)
    exchange.url = redactedPairs(in: exchange.url, isAddress: true)
    let isForm = exchange.requestHeaders["Content-Type"]?.lowercased()
      .hasPrefix("application/x-www-form-urlencoded")
    exchange.requestHeaders = redacted(exchange.requestHeaders)
    exchange.responseHeaders = redacted(exchange.responseHeaders)
    exchange.requestBody = redacted(exchange.requestBody, isForm: isForm ?? false)
    exchange.body = redacted(exchange.body, isForm: false)
    return exchange
  }

  private mutating func redacted(_ headers: StubHeaders) -> StubHeaders {
    var result = StubHeaders()
    for field in headers {
      if redaction.hides(header: field.name) {
        secrets.add(header: field.name, value: field.value)
        result.append(ArchivedRequest.redacted, for: field.name)
      } else if ["cookie", "set-cookie"].contains(field.name.lowercased()) {
        result.append(redactedCookies(in: field.value), for: field.name)
      } else {
        result.append(redactedPairs(in: field.value), for: field.name)
      }
    }
    return result
  }

  /// An address without user and password, which are sent as a header anyway.
  private mutating func redactedUser(in url: String) -> String {
    guard let start = url.range(of: "://")?.upperBound else { return url }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return url }
    for part in authority[..<at].split(separator: ":") { secrets.add(part) }
    return String(url[..<start] + url[url.index(after: at)...])
  }

  private mutating func redactedCookies(in value: String) -> String {
    // Several cookies may stand in one field, joined by a comma, which also stands in dates.
    var result = ""
    for piece in value.splitKeeping(";,") {
      let name = piece.prefix { $0 != "=" }
      let plain = name.trimmingCharacters(in: CharacterSet(charactersIn: " ;,"))
      guard name.count < piece.count, redaction.hides(cookie: plain) else {
        result += piece
        continue
      }
      secrets.add(piece.dropFirst(name.count + 1).trimmingCharacters(in: ["\"", " "]))
      result += name + "=" + ArchivedRequest.redacted
    }
    return result
  }

  private mutating func redacted(_ body: Data, isForm: Bool) -> Data {
    guard !body.isEmpty else { return body }
    // It need not be UTF-8 as a whole: a name in another character set hides no password.
    var result = redactedFields(in: Array(body))
    result = redactedPairs(in: result, isForm: isForm, isAddress: false)
    return Data(redactedParts(in: result))
  }
}

extension Redactor {
  /// A text with the values of pairs such as `?token=…&` taken out.
  ///
  /// A form and an address are nothing but pairs; in any other text quotes and blanks end a value.
  mutating func redactedPairs(
    in text: String, isForm: Bool = false, isAddress: Bool = false
  ) -> String {
    guard redaction.hidesPairs, text.contains("=") else { return text }
    return String(
      decoding: redactedPairs(in: Array(text.utf8), isForm: isForm, isAddress: isAddress),
      as: UTF8.self)
  }

  private mutating func redactedPairs(
    in bytes: [UInt8], isForm: Bool, isAddress: Bool
  ) -> [UInt8] {
    guard redaction.hidesPairs, bytes.contains(.equals) else { return bytes }
    var result: [UInt8] = []
    var nameStart: Int? = isForm ? 0 : nil
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == .equals, let start = nameStart {
        nameStart = nil
        let name = Self.decoded(bytes[start..<position])
        if redaction.hides(pair: name) {
          let value = bytes[(position + 1)...].prefix {
            isForm || isAddress ? $0 != .ampersand && $0 != .numberSign : !Self.endsValue($0)
          }
          secrets.add(Self.decoded(value))
          secrets.add(String(decoding: value, as: UTF8.self))
          result.append(.equals)
          result += Array(ArchivedRequest.redacted.utf8)
          position = value.endIndex
          continue
        }
      } else if Self.beginsName(byte) {
        nameStart = position + 1
      } else if Self.endsValue(byte), !isForm {
        nameStart = nil
      }
      result.append(byte)
      position += 1
    }
    return result
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let spaced = text.replacingOccurrences(of: "+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }

  /// Whether a byte stands before the name of a pair.
  ///
  /// HTML writes `&amp;`, and some services answer with tokens after the number sign of an address.
  private static func beginsName(_ byte: UInt8) -> Bool {
    [.questionMark, .ampersand, .numberSign, UInt8(ascii: ";")].contains(byte)
  }

  /// Whether a byte cannot stand in a value of a query or a form.
  private static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case .ampersand, .numberSign, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "\\"), 0...0x20:
      true
    default: false
    }
  }
}

extension String {
  /// The text cut before each of some characters.
  fileprivate func splitKeeping(_ separators: String) -> [Substring] {
    var pieces: [Substring] = []
    var start = startIndex
    for index in indices where index > start && separators.contains(self[index]) {
      pieces.append(self[start..<index])
      start = index
    }
    return pieces + [self[start...]]
  }
}

import Foundation

extension JSONParser {
  mutating func number() throws(StubJSON.ParsingError) -> StubJSON {
    let start = position
    var isInteger = true
    _ = take(UInt8(ascii: "-"))
    if take(UInt8(ascii: "0")) {
      if peek?.isDigit ?? false { throw failure("a number must not start with 0") }
    } else {
      try digits()
    }
    if take(.dot) {
      isInteger = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(.plus) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else {
      let largest = Double.greatestFiniteMagnitude
      if isLenient { return .double(text.hasPrefix("-") ? -largest : largest) }
      throw failure("the number \(text.shortened(to: 40)) is too large", at: start)
    }
    if isExact, isInteger, String(format: "%.0f", double) != text {
      throw failure(
        "the integer \(text.shortened(to: 40)) is more than StubJSON holds exactly", at: start)
    }
    return .double(double)
  }

  private mutating func digits() throws(StubJSON.ParsingError) {
    guard peek?.isDigit ?? false else { throw expected("a digit") }
    while let byte = peek, byte.isDigit { advance() }
  }

  mutating func string() throws(StubJSON.ParsingError) -> String {
    let start = position
    advance()
    var decoded: [UInt8] = []
    var runStart = position
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        decoded.append(contentsOf: bytes[runStart..<position])
        advance()
        guard let text = String(validUTF8: decoded) else {
          if isLenient { return String(decoding: decoded, as: UTF8.self) }
          throw failure("the string is not valid UTF-8", at: start)
        }
        return text
      case UInt8(ascii: "\\"):
        decoded.append(contentsOf: bytes[runStart..<position])
        advance()
        decoded.append(contentsOf: Array(String(try escape()).utf8))
        runStart = position
      case 0..<0x20 where !isLenient:
        throw failure(
          "a string must not contain control characters, found the byte 0x"
            + String(byte, radix: 16, uppercase: true))
      default:
        advance(by: bytes.place(of: Self.special, from: position + 1) - position)
      }
    }
    throw expected("a quote at the end of the string")
  }

  private static let special = ByteSet(0..<0x20) + "\"\\"

  private mutating func escape() throws(StubJSON.ParsingError) -> UnicodeScalar {
    let start = position - 1
    guard let byte = peek else { throw expected("an escaped character") }
    let simple: UnicodeScalar? =
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), .slash: UnicodeScalar(byte)
      case UInt8(ascii: "b"): "\u{8}"
      case UInt8(ascii: "f"): "\u{C}"
      case UInt8(ascii: "n"): "\n"
      case UInt8(ascii: "r"): "\r"
      case UInt8(ascii: "t"): "\t"
      default: nil
      }
    if let simple {
      advance()
      return simple
    }
    guard take(UInt8(ascii: "u")) else { throw expected("an escaped character") }
    let unit = try codeUnit()
    if let scalar = UnicodeScalar(unit) { return scalar }
    let end = position
    guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")),
      case let second = try codeUnit(), 0xDC00...0xDFFF ~= second,
      let scalar = UnicodeScalar(0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00))
    else {
      guard isLenient else { throw failure("only half of a surrogate pair", at: start) }
      // The second escape may be valid by itself, so the parser goes back to it.
      advance(by: end - position)
      return "\u{FFFD}"
    }
    return scalar
  }

  private mutating func codeUnit() throws(StubJSON.ParsingError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = PercentDecoding.hexDigit(byte) else {
        throw expected("four hexadecimal digits")
      }
      unit = unit << 4 | UInt32(digit)
      advance()
    }
    return unit
  }
}

import StubKit

/// The types of scalars in the core schema of YAML 1.2.
extension YAMLParser {
  func value(of scalar: Scalar) throws(YAMLError) -> StubJSON {
    var value: StubJSON?
    if let tag = properties.tag {
      if tag == .str { return .string(text(of: scalar)) }
      value = text(of: scalar).withBytes { Self.value(of: $0, from: 0, to: $0.count) }
      switch (tag, value) {
      case (.int, .integer), (.float, .double), (.bool, .bool), (.null, .null): break
      case (.float, .integer(let number)): value = .double(Double(number))
      default: throw misfit(of: tag, at: scalar.offset)
      }
    } else if scalar.isPlain, scalar.decoded == nil {
      value = Self.value(of: bytes, from: scalar.start, to: scalar.end)
    }
    if case .double(let number) = value, !number.isFinite {
      throw expected(
        "a number that JSON can represent", at: scalar.offset, advice: "quote it if it is text")
    }
    return value ?? .string(text(of: scalar))
  }

  func misfit(of tag: YAMLTag, at offset: Int) -> YAMLError {
    expected("a value that fits the tag \(tag.rawValue)", at: offset, advice: "remove the tag")
  }

  private static let beginnings: ByteSet = "~nNtTfF.+-0123456789"

  /// Nil if the plain scalar is a string.
  private static func value(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> StubJSON? {
    guard start < end else { return .some(.null) }
    guard beginnings.contains(bytes[start]) else { return nil }
    guard !bytes[start].isDigit, end - start <= 5 else {
      return number(in: bytes, from: start, to: end)
    }
    switch bytes.slice(start..<end).text {
    case "~", "null", "Null", "NULL": return .some(.null)
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF", ".nan",
      ".NaN", ".NAN":
      return .double(.nan)
    default: return number(in: bytes, from: start, to: end)
    }
  }

  private static func number(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> StubJSON? {
    let isSigned = bytes[start] == .plus || bytes[start] == dash
    let whole = isSigned ? start + 1 : start
    var place = bytes.end(of: .digit, from: whole)
    if place == end, place > whole {
      let text = bytes.slice(start..<end).text
      return Int(text).map { .integer($0) } ?? .double(Double(text) ?? .infinity)
    }
    if bytes.has("0x", at: start) { return integer(16, in: bytes.slice((start + 2)..<end)) }
    if bytes.has("0o", at: start) { return integer(8, in: bytes.slice((start + 2)..<end)) }
    var digits = place - whole
    if place < end, bytes[place] == .dot {
      let fraction = place + 1
      place = bytes.end(of: .digit, from: fraction)
      digits += place - fraction
    }
    guard digits > 0 else { return nil }
    if place < end, bytes[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < end, bytes[place] == .plus || bytes[place] == dash { place += 1 }
      let exponent = place
      place = bytes.end(of: .digit, from: exponent)
      guard place > exponent else { return nil }
    }
    guard place == end else { return nil }
    return .double(Double(bytes.slice(start..<end).text) ?? .infinity)
  }

  private static func integer(_ radix: Int, in digits: UnsafeBufferPointer<UInt8>) -> StubJSON? {
    guard !digits.isEmpty else { return nil }
    for byte in digits {
      guard let digit = PercentDecoding.hexDigit(byte), digit < radix else { return nil }
    }
    return Int(digits.text, radix: radix).map { .integer($0) } ?? .double(.infinity)
  }
}

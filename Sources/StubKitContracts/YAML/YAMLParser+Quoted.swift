import StubKit

extension YAMLParser {
  mutating func quoted() throws(YAMLError) -> Scalar {
    let offset = position
    let quote = bytes[position]
    let isSingle = quote == UInt8(ascii: "'")
    let ends = isSingle ? Self.singleQuotedEnds : Self.doubleQuotedEnds
    var text: [UInt8] = []
    var isDecoded = false
    var isInOneLine = true
    position += 1
    var start = position
    while true {
      position = bytes.place(of: ends, from: position)
      guard position < bytes.count else { throw unclosed(offset) }
      let byte = bytes[position]
      if byte == quote, !isSingle || !bytes.has("''", at: position) { break }
      isDecoded = true
      if byte == quote {
        text.append(contentsOf: bytes.slice(start..<(position + 1)))
        position += 2
      } else if byte != .lineFeed, !bytes.has("\\\n", at: position) {
        text.append(contentsOf: bytes.slice(start..<position))
        try takeEscape(into: &text)
      } else {
        isInOneLine = false
        var end = position
        if byte == .lineFeed {
          while end > start, bytes[end - 1].isBlank { end -= 1 }
        } else {
          position += 1
        }
        text.append(contentsOf: bytes.slice(start..<end))
        let breaks = nextTextLine()
        if byte == .lineFeed {
          fold(breaks, into: &text)
        } else {
          addLineFeeds(breaks - 1, to: &text)
        }
        try checkLine(of: offset)
      }
      start = position
    }
    let end = position
    position += 1
    guard isDecoded else { return Scalar(offset: offset, start: start, end: end, isPlain: false) }
    text.append(contentsOf: bytes.slice(start..<end))
    return Scalar(
      offset: offset, start: start, end: end, isPlain: false, isInOneLine: isInOneLine,
      decoded: text)
  }

  private static let singleQuotedEnds: ByteSet = "'\n"
  private static let doubleQuotedEnds: ByteSet = "\"\\\n"

  private func unclosed(_ offset: Int) -> YAMLError {
    failure(
      "expected a closing quote for this string, found the end of the document", at: offset)
  }

  private func checkLine(of offset: Int) throws(YAMLError) {
    guard position < bytes.count, !isMarker(at: lineStart) else { throw unclosed(offset) }
    guard isInFlow || isIndented else {
      throw failure(
        "expected a closing quote for this string, or line \(line(of: position)) to be indented deeper",
        at: offset)
    }
  }

  private mutating func takeEscape(into text: inout [UInt8]) throws(YAMLError) {
    let start = position
    position += 1
    guard position < bytes.count else { throw expected("an escaped character") }
    let byte = bytes[position]
    position += 1
    let scalar: Unicode.Scalar
    switch byte {
    case UInt8(ascii: "x"): scalar = try codePoint(2, at: start)
    case UInt8(ascii: "u"): scalar = try codePoint(4, at: start)
    case UInt8(ascii: "U"): scalar = try codePoint(8, at: start)
    default:
      guard let escaped = Self.escapes[byte] else {
        throw expected(
          "an escape such as \"\\n\"", at: start,
          advice: "write a backslash twice, or use single quotes")
      }
      scalar = escaped
    }
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private static let escapes = Dictionary(
    uniqueKeysWithValues: zip(
      "0abt\tnvfreN_LP /\"\\".utf8,
      "\0\u{7}\u{8}\t\t\n\u{B}\u{C}\r\u{1B}\u{85}\u{A0}\u{2028}\u{2029} /\"\\".unicodeScalars))

  private mutating func codePoint(
    _ count: Int, at start: Int
  ) throws(YAMLError) -> Unicode.Scalar {
    var number = try hexNumber(count)
    // JSON escapes characters beyond U+FFFF as a surrogate pair.
    if count == 4, 0xD800..<0xDC00 ~= number, bytes.has("\\u", at: position) {
      position += 2
      let low = try hexNumber(4)
      if 0xDC00..<0xE000 ~= low { number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00) }
    }
    guard let scalar = Unicode.Scalar(number) else {
      throw expected("the code of a Unicode character", at: start)
    }
    return scalar
  }

  private mutating func hexNumber(_ count: Int) throws(YAMLError) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<count {
      guard position < bytes.count, let digit = PercentDecoding.hexDigit(bytes[position]) else {
        throw expected("\(count) hexadecimal digits")
      }
      number = number << 4 | UInt32(digit)
      position += 1
    }
    return number
  }
}

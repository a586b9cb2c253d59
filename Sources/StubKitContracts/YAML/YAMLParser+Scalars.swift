import StubKit

extension YAMLParser {
  struct Scalar {
    /// Where the scalar begins, including its quote.
    let offset: Int
    /// The bounds of the text without quotes, valid while `decoded` is nil.
    let start: Int
    let end: Int
    let isPlain: Bool
    var isInOneLine = true
    /// The text, if it differs from the source.
    var decoded: [UInt8]?

    var weight: Int { (decoded?.count ?? end - start) / 16 }
  }

  var expectsName: Bool {
    expectation == .entry || expectation == .flowEntry && open[open.count - 1].kind == .flowMapping
  }

  func text(of scalar: Scalar) -> String {
    if let decoded = scalar.decoded { return String(decoding: decoded, as: UTF8.self) }
    return bytes.slice(scalar.start..<scalar.end).text
  }

  /// Reads a quoted scalar, or the first line of a plain one.
  mutating func scalar() throws(YAMLError) -> Scalar {
    let byte = bytes[position]
    if byte == Self.quote || byte == Self.doubleQuote { return try quoted() }
    if expectsName, byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { throw complexName }
    if Self.indicators.contains(byte)
      || (byte == .colon || byte == Self.dash && isInFlow) && endsWord(position)
    {
      throw expected(
        expectsName ? "a name" : "a value",
        advice: Self.reserved.contains(byte) ? "quote text that starts with this character" : nil)
    }
    let start = position
    let end = plainLine()
    return Scalar(offset: start, start: start, end: end, isPlain: true)
  }

  private static let quote = UInt8(ascii: "'")
  private static let doubleQuote = UInt8(ascii: "\"")
  private static let indicators: ByteSet = ",[]{}#&*!|>%@`"
  private static let reserved: ByteSet = "|>%@`#*"

  /// Moves to the colon if it comes next and ends a name, else returns false.
  mutating func isColon(isAfterQuote: Bool) -> Bool {
    let colon = bytes.end(of: .blank, from: position)
    guard colon < bytes.count, bytes[colon] == .colon, isAfterQuote || endsWord(colon) else {
      return false
    }
    position = colon
    return true
  }

  /// Whether the byte after a colon or dash makes it an indicator.
  private func endsWord(_ place: Int) -> Bool {
    isBeforeWhite(place) || isInFlow && Self.flowIndicators.contains(bytes[place + 1])
  }

  private static let flowIndicators: ByteSet = ",[]{}"
  private static let plainEnds: ByteSet = "\n:#"
  private static let plainFlowEnds: ByteSet = "\n:#,[]{}"

  /// Moves to the end of a plain scalar on this line; returns the end without trailing blanks.
  private mutating func plainLine() -> Int {
    let start = position
    let ends = isInFlow ? Self.plainFlowEnds : Self.plainEnds
    var place = bytes.place(of: ends, from: start)
    while place < bytes.count {
      let byte = bytes[place]
      let isInText =
        byte == .colon
        ? !endsWord(place)
        : byte == .numberSign && !(place > start && bytes[place - 1].isBlank)
      guard isInText else { break }
      place = bytes.place(of: ends, from: place + 1)
    }
    position = place
    while place > start, bytes[place - 1].isBlank { place -= 1 }
    return place
  }

  mutating func readMoreLines(of scalar: inout Scalar) throws(YAMLError) {
    var text: [UInt8] = []
    while position < bytes.count, bytes[position] == .lineFeed {
      let breaks = nextTextLine()
      guard goesOn() else {
        // The line is read again as the start of another value.
        position = lineStart
        isFirst = true
        break
      }
      if scalar.isInOneLine {
        text.append(contentsOf: bytes.slice(scalar.start..<scalar.end))
        scalar.isInOneLine = false
      }
      fold(breaks, into: &text)
      let start = position
      let end = plainLine()
      text.append(contentsOf: bytes.slice(start..<end))
      if !isInFlow, position < bytes.count, bytes[position] == .colon {
        throw expected(
          "the rest of the text that began on line \(line(of: scalar.start))",
          advice: "indent names like the ones above, or quote the text")
      }
    }
    if !scalar.isInOneLine { scalar.decoded = text }
  }

  /// Whether the line continues a plain scalar.
  private func goesOn() -> Bool {
    guard position < bytes.count, bytes[position] != .numberSign else { return false }
    if position == lineStart, isMarker(at: position) { return false }
    guard isInFlow else { return isIndented }
    let byte = bytes[position]
    return !Self.flowIndicators.contains(byte) && !(byte == .colon && endsWord(position))
  }

  /// Whether the line is indented deeper than the enclosing block collection.
  var isIndented: Bool {
    bytes.end(of: Self.spaces, from: lineStart) - lineStart > indent
  }

  /// Moves from the end of a line to the next text; returns the number of line ends in between.
  mutating func nextTextLine() -> Int {
    var breaks = 0
    while position < bytes.count, bytes[position] == .lineFeed {
      breaks += 1
      lineStart = position + 1
      position = bytes.end(of: .blank, from: lineStart)
    }
    return breaks
  }

  /// One line end becomes a space, and *n* line ends become *n* - 1 line feeds.
  func fold(_ breaks: Int, into text: inout [UInt8]) {
    if breaks == 1 { text.append(.space) } else { addLineFeeds(breaks - 1, to: &text) }
  }

  func addLineFeeds(_ count: Int, to text: inout [UInt8]) {
    text.append(contentsOf: repeatElement(.lineFeed, count: count))
  }
}

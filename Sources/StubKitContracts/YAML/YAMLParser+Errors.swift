import StubKit

extension YAMLParser {
  static let spaces: ByteSet = " "
  static let dash = UInt8(ascii: "-")

  /// Whether the byte at this offset is followed by white space or the end of the document.
  func isBeforeWhite(_ offset: Int) -> Bool {
    guard offset + 1 < bytes.count else { return true }
    let next = bytes[offset + 1]
    return next == .space || next == .lineFeed || next == .tab
  }

  /// Whether a line begins with `---` or `...`, which end every open scalar and collection.
  func isMarker(at lineStart: Int) -> Bool {
    guard lineStart < bytes.count else { return false }
    let byte = bytes[lineStart]
    guard byte == Self.dash || byte == .dot else { return false }
    return bytes.has(byte == .dot ? "..." : "---", at: lineStart) && isBeforeWhite(lineStart + 2)
  }

  func expected(_ what: String, at offset: Int? = nil, advice: String? = nil) -> YAMLError {
    failure(
      "expected \(what), found \(found(at: offset ?? position))"
        + (advice.map { ": \($0)" } ?? ""), at: offset)
  }

  func failure(_ reason: String, at offset: Int? = nil) -> YAMLError {
    let place = YAMLText.place(of: offset ?? position, in: bytes)
    return YAMLError(line: place.line, column: place.column, reason: reason)
  }

  func line(of offset: Int) -> Int { YAMLText.place(of: offset, in: bytes).line }

  func unclosed() -> YAMLError {
    guard let flow = open.last(where: { $0.kind != .flowPair }) else { return expected("a value") }
    let isMapping = flow.kind == .flowMapping
    return failure(
      "expected \"\(isMapping ? "}" : "]")\" for this \"\(isMapping ? "{" : "[")\", found "
        + found(at: position), at: flow.offset)
  }

  var complexName: YAMLError {
    expected("a plain or quoted name", advice: "JSON allows only text as a name")
  }

  var adviceOnColon: String? {
    position < bytes.count && bytes[position] == .colon
      ? "a name must be text on one line" : nil
  }

  private func found(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the document" }
    if bytes[offset] == .lineFeed { return "the end of the line" }
    if bytes[offset] == .tab { return "a tab" }
    let end = bytes.place(of: isInFlow ? Self.wordEnds : .white, from: offset + 1)
    return bytes.slice(offset..<min(end, offset + 100)).text.shortened(to: 20).swiftLiteral
  }
}

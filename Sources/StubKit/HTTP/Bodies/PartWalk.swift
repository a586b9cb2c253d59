/// Reads the parts of a body (RFC 2046) as far as it is valid; a lone line feed also ends a line.
struct PartWalk {
  struct Part {
    /// The values include the blanks around them.
    var fields: [(name: Range<Int>, value: Range<Int>)] = []
    var content: Range<Int>
    /// Whether a delimiter ends the part; false if the end of the body does.
    let isComplete: Bool
  }

  private let bytes: Bytes
  private let delimiter: [UInt8]
  private(set) var position = 0
  private(set) var preamble = 0..<0
  /// Whether the last delimiter read is the closing one, which ends a valid body.
  private(set) var isAtEnd = false

  /// Nil if the boundary, given without its leading dashes, stands nowhere in the body.
  init?(_ bytes: Bytes, boundary: [UInt8]) {
    (self.bytes, delimiter) = (bytes, Array("--".utf8) + boundary)
    guard !boundary.isEmpty, let end = nextDelimiter() else { return nil }
    preamble = 0..<end
  }

  /// Returns parts even after the closing delimiter; nil at the end of the body.
  mutating func next() -> Part? {
    guard position < bytes.count else { return nil }
    let start = position
    let end = nextDelimiter()
    if end == nil { position = bytes.count }
    var part = Part(content: start..<max(start, end ?? bytes.count), isComplete: end != nil)
    let last = part.content.upperBound
    while part.content.lowerBound < last {
      let start = part.content.lowerBound
      let line = start..<min(bytes.place(of: .lineFeed, from: start), last)
      part.content = min(line.upperBound + 1, last)..<last
      let isPair = !line.isEmpty && bytes[line.upperBound - 1] == .carriageReturn
      let text = start..<line.upperBound - (isPair ? 1 : 0)
      if text.isEmpty { break }
      // A line that begins with a blank continues the field before it.
      if bytes[start].isBlank, let last = part.fields.last {
        part.fields[part.fields.count - 1].value = last.value.lowerBound..<text.upperBound
        continue
      }
      guard let colon = bytes.first(.colon, in: text) else { continue }
      part.fields.append((start..<colon, colon + 1..<text.upperBound))
    }
    return part
  }

  /// Moves past the next delimiter; returns where the text before it ends, without the line break.
  private mutating func nextDelimiter() -> Int? {
    var from = position
    while let place = bytes.first(delimiter, from: from) {
      from = place + delimiter.count
      guard place == 0 || bytes[place - 1] == .lineFeed else { continue }
      let isLast = bytes.has("--", at: from)
      let end = isLast ? from : bytes.end(of: .blank, from: from)
      // The line has to end here: another boundary may begin with this one.
      let lineBreak = bytes.has("\r\n", at: end) ? 2 : bytes.has("\n", at: end) ? 1 : 0
      guard isLast || end == bytes.count || lineBreak > 0 else { continue }
      (position, isAtEnd) = (end + lineBreak, isLast)
      return place - (place == 0 ? 0 : place > 1 && bytes[place - 2] == .carriageReturn ? 2 : 1)
    }
    return nil
  }
}

extension Bytes {
  /// Joins a value that is folded over several lines.
  func field(_ range: Range<Int>) -> String {
    slice(range).text.split(whereSeparator: \.isNewline).joined()[...].trimmingBlanks
  }
}

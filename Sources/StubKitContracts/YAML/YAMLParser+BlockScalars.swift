import StubKit

extension YAMLParser {
  /// Reads a literal (`|`) or folded (`>`) scalar, which continues while lines are indented.
  mutating func takeBlockScalar() throws(YAMLError) {
    let offset = position
    let isFolded = bytes[position] == UInt8(ascii: ">")
    let (chomping, indentation) = try takeHeader()
    var column = indentation.map { max(indent, 0) + $0 }
    var text: [UInt8] = []
    var (hasText, wasSpaced, breaks, widestBlank) = (false, false, 0, 0)
    var line = min(position + 1, bytes.count)
    while line < bytes.count {
      let place = bytes.end(of: Self.spaces, from: line)
      let isBlank = place == bytes.count || bytes[place] == .lineFeed
      if isBlank, place - line <= column ?? .max {
        widestBlank = max(widestBlank, place - line)
        breaks += 1
        line = min(place + 1, bytes.count)
        continue
      }
      if column == nil, place - line > indent {
        column = place - line
        guard widestBlank <= place - line else {
          throw failure(
            "expected blank lines no wider than the first line of the text, found "
              + "\(widestBlank) spaces", at: place)
        }
      }
      guard let column, place - line >= column, place > line || !isMarker(at: line) else { break }
      let start = line + column
      let end = bytes.place(of: .lineFeed, from: start)
      let isSpaced = bytes[start].isBlank
      if isFolded, hasText, !wasSpaced, !isSpaced {
        fold(breaks, into: &text)
      } else {
        addLineFeeds(breaks, to: &text)
      }
      text.append(contentsOf: bytes.slice(start..<end))
      (hasText, wasSpaced, breaks) = (true, isSpaced, 1)
      line = min(end + 1, bytes.count)
    }
    switch chomping {
    case .plus: addLineFeeds(breaks, to: &text)
    case Self.dash: break
    default: if hasText { text.append(.lineFeed) }
    }
    position = line
    lineStart = line
    isFirst = true
    try push(Scalar(offset: offset, start: offset, end: line, isPlain: false, decoded: text))
  }

  private mutating func takeHeader() throws(YAMLError) -> (chomping: UInt8?, indentation: Int?) {
    var chomping: UInt8?
    var indentation: Int?
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if chomping == nil, byte == .plus || byte == Self.dash {
        chomping = byte
      } else if indentation == nil, byte.isDigit, byte != UInt8(ascii: "0") {
        indentation = Int(byte - UInt8(ascii: "0"))
      } else {
        break
      }
      position += 1
    }
    let end = bytes.end(of: .blank, from: position)
    if end > position, end < bytes.count, bytes[end] == .numberSign {
      position = bytes.place(of: .lineFeed, from: end)
    } else {
      position = end
    }
    guard position == bytes.count || bytes[position] == .lineFeed else {
      throw expected(
        "the end of the line",
        advice: "start the text after \"|\" or \">\" on the next line")
    }
    return (chomping, indentation)
  }
}

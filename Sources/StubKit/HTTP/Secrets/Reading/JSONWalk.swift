/// Reads the tokens of one JSON value, as far as it is valid.
struct JSONWalk {
  enum Token {
    /// The content of a string that is a member's name, without quotes.
    case name(Range<Int>)
    case string(Range<Int>)
    /// A number or a word.
    case scalar(Range<Int>)
    case open(isObject: Bool)
    case close
  }

  let bytes: Redactor.Bytes
  private(set) var position: Int
  /// Whether the value has been read to its end.
  private(set) var isComplete = false
  private var open: [Bool] = []
  private var expects = Expectation.value

  private enum Sign {
    static let quote: UInt8 = 0x22
    static let comma: UInt8 = 0x2C
    static let backslash: UInt8 = 0x5C
    static let openBrace: UInt8 = 0x7B
    static let closeBrace: UInt8 = 0x7D
  }

  private enum Expectation { case value, valueOrEnd, name, nameOrEnd, separator }

  init(_ bytes: Redactor.Bytes, from start: Int) {
    self.bytes = bytes
    position = start
  }

  /// Returns the next token; nil at the end of the value, and at an error.
  mutating func next() -> Token? {
    while !isComplete {
      skipBlanks()
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      switch expects {
      case .separator:
        guard let isObject = open.last else { return nil }
        guard byte == Sign.comma else {
          return close(isObject, byte)
        }
        position += 1
        expects = isObject ? .name : .value
      case .name, .nameOrEnd:
        if byte == Sign.closeBrace, expects == .nameOrEnd { return close(true, byte) }
        guard let name = string() else { return nil }
        skipBlanks()
        guard position < bytes.count, bytes[position] == .colon else { return nil }
        position += 1
        expects = .value
        return .name(name)
      case .value, .valueOrEnd:
        if byte == .closeBracket, expects == .valueOrEnd { return close(false, byte) }
        return value(byte)
      }
    }
    return nil
  }

  /// Continues at a later place, after an error.
  mutating func skip(to place: Int) { position = place }

  private mutating func value(_ byte: UInt8) -> Token? {
    if byte == Sign.openBrace || byte == .openBracket {
      guard open.count < StubJSON.nestingLimit else { return nil }
      position += 1
      open.append(byte != .openBracket)
      expects = byte == .openBracket ? .valueOrEnd : .nameOrEnd
      return .open(isObject: byte != .openBracket)
    }
    if byte == Sign.quote {
      guard let content = string() else { return nil }
      endValue()
      return .string(content)
    }
    let start = position
    while position < bytes.count, isInScalar(bytes[position]) { position += 1 }
    guard position > start else { return nil }
    endValue()
    return .scalar(start..<position)
  }

  private mutating func endValue() {
    expects = .separator
    isComplete = open.isEmpty
  }

  private mutating func close(_ isObject: Bool, _ byte: UInt8) -> Token? {
    guard byte == (isObject ? Sign.closeBrace : .closeBracket) else { return nil }
    position += 1
    open.removeLast()
    endValue()
    return .close
  }

  private mutating func string() -> Range<Int>? {
    guard bytes[position] == Sign.quote else { return nil }
    var place = position + 1
    while place < bytes.count, bytes[place] != Sign.quote {
      place += bytes[place] == Sign.backslash ? 2 : 1
    }
    guard place < bytes.count else { return nil }
    defer { position = place + 1 }
    return position + 1..<place
  }

  private func isInScalar(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == .plus || byte == .dot
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == .space || byte <= 13 && byte >= 9 else { return }
      position += 1
    }
  }
}

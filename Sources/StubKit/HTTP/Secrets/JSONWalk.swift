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

  private let bytes: Redactor.Bytes
  private(set) var position: Int
  /// Whether the value has been read to its end.
  private(set) var isComplete = false
  /// Whether each container that is open is an object.
  private var open: [Bool] = []
  private var expects = Expectation.value

  private enum Expectation { case value, valueOrEnd, name, nameOrEnd, separator }

  private static let blank: ByteSet = " \t\n\u{B}\u{C}\r"
  private static let inScalar: ByteSet = .alphanumeric + "-+."

  init(_ bytes: Redactor.Bytes, from start: Int) {
    (self.bytes, position) = (bytes, start)
  }

  /// Returns the next token; nil at the end of the value, and at an error.
  mutating func next() -> Token? {
    guard !isComplete, skipBlanks() else { return nil }
    if expects == .separator, bytes[position] == UInt8(ascii: ",") {
      position += 1
      expects = open.last ?? false ? .name : .value
      guard skipBlanks() else { return nil }
    }
    switch expects {
    case .separator: return close()
    case .nameOrEnd where bytes[position] == UInt8(ascii: "}"): return close()
    case .valueOrEnd where bytes[position] == .closeBracket: return close()
    case .name, .nameOrEnd:
      guard let name = string(), skipBlanks(), bytes[position] == .colon else { return nil }
      position += 1
      expects = .value
      return .name(name)
    case .value, .valueOrEnd: return value()
    }
  }

  private mutating func value() -> Token? {
    switch bytes[position] {
    case UInt8(ascii: "{"), .openBracket:
      guard open.count < StubJSON.nestingLimit else { return nil }
      open.append(bytes[position] != .openBracket)
      expects = bytes[position] == .openBracket ? .valueOrEnd : .nameOrEnd
      position += 1
      return .open(isObject: expects == .nameOrEnd)
    case UInt8(ascii: "\""):
      guard let content = string() else { return nil }
      endValue()
      return .string(content)
    default:
      let start = position
      position = bytes.end(of: Self.inScalar, from: start)
      guard position > start else { return nil }
      endValue()
      return .scalar(start..<position)
    }
  }

  private mutating func close() -> Token? {
    guard let isObject = open.last,
      bytes[position] == (isObject ? UInt8(ascii: "}") : .closeBracket)
    else { return nil }
    position += 1
    open.removeLast()
    endValue()
    return .close
  }

  private mutating func endValue() {
    expects = .separator
    isComplete = open.isEmpty
  }

  private mutating func string() -> Range<Int>? {
    guard bytes[position] == UInt8(ascii: "\"") else { return nil }
    let end = bytes.endOfLiteral(from: position)
    guard end < bytes.count else { return nil }
    defer { position = end + 1 }
    return position + 1..<end
  }

  /// - Returns: Whether anything follows.
  private mutating func skipBlanks() -> Bool {
    position = bytes.end(of: Self.blank, from: position)
    return position < bytes.count
  }
}

private let endsRun: ByteSet = "\"\\"

extension UnsafeBufferPointer<UInt8> {
  /// The quote that ends a literal which begins with a double quote; the end if it never ends.
  func endOfLiteral(from start: Int) -> Int {
    var place = place(of: endsRun, from: start + 1)
    while place < count, self[place] != UInt8(ascii: "\"") {
      place = self.place(of: endsRun, from: place + 2)
    }
    return place
  }
}

/// A strict JSON parser over bytes that keeps its own stack, so that no text can overflow it.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position = 0
  /// The arrays and objects that are open.
  private var open: [Container] = []

  /// An array or an object whose end has not been read yet.
  private enum Container {
    case array([StubJSON])
    case object([String: StubJSON], name: String)
  }

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Reads the one value that the text must be.
  mutating func parse() throws(StubJSON.ParsingError) -> StubJSON {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while true {
      skipWhiteSpace()
      guard var value = try startValue() else { continue }
      // The value may be the last in its container, that one the last in its own, and so on.
      while let container = open.popLast() {
        guard let closed = try add(value, to: container) else { break }
        value = closed
      }
      guard open.isEmpty else { continue }
      skipWhiteSpace()
      guard position == bytes.count else { throw expected("the end of the text") }
      return value
    }
  }

  /// Reads a scalar or an empty container; opens any other and returns nil.
  private mutating func startValue() throws(StubJSON.ParsingError) -> StubJSON? {
    switch peek {
    case UInt8(ascii: "["):
      try enter()
      skipWhiteSpace()
      if take(UInt8(ascii: "]")) { return .array([]) }
      open.append(.array([]))
      return nil
    case UInt8(ascii: "{"):
      try enter()
      skipWhiteSpace()
      if take(UInt8(ascii: "}")) { return .object([:]) }
      open.append(.object([:], name: try name(or: "a name in quotes or \"}\"")))
      return nil
    case UInt8(ascii: "\""): return .string(try string())
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw expected("a value")
    }
  }

  /// Puts a value into its container; returns the container if that ends here.
  private mutating func add(
    _ value: StubJSON, to container: consuming Container
  ) throws(StubJSON.ParsingError) -> StubJSON? {
    skipWhiteSpace()
    switch consume container {
    case .array(var elements):
      elements.append(value)
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw expected("\",\" or \"]\"") }
      open.append(.array(elements))
    case .object(var members, let name):
      members[name] = value
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { throw expected("\",\" or \"}\"") }
      skipWhiteSpace()
      open.append(.object(members, name: try self.name(or: "a name in quotes")))
    }
    return nil
  }

  private mutating func enter() throws(StubJSON.ParsingError) {
    guard open.count < StubJSON.nestingLimit else {
      throw failure("nested more than \(StubJSON.nestingLimit) levels deep")
    }
    position += 1
  }

  /// Reads a name and the colon behind it.
  private mutating func name(or expectation: String) throws(StubJSON.ParsingError) -> String {
    guard peek == UInt8(ascii: "\"") else { throw expected(expectation) }
    let name = try string()
    skipWhiteSpace()
    guard take(.colon) else { throw expected("\":\"") }
    return name
  }

  private mutating func word(
    _ word: StaticString, _ value: StubJSON
  ) throws(StubJSON.ParsingError) -> StubJSON {
    let start = position
    let isThere = word.withUTF8Buffer { bytes[start...].starts(with: $0) }
    guard isThere else { throw expected("a value") }
    position += word.utf8CodeUnitCount
    return value
  }
}

/// The moves on the bytes.
extension JSONParser {
  /// The byte here, or nil at the end.
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Steps over the byte here if it is this one.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  /// Moves on by a number of bytes.
  mutating func advance(by count: Int = 1) { position += count }

  private mutating func skipWhiteSpace() {
    while let byte = peek, byte == .space || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// The error that something else was expected here.
  func expected(_ what: String) -> StubJSON.ParsingError {
    failure("expected \(what), found \(foundHere)")
  }

  /// The error for this place, or for one before it.
  func failure(_ reason: String, at offset: Int? = nil) -> StubJSON.ParsingError {
    let offset = offset ?? position
    let before = bytes[..<offset]
    let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return StubJSON.ParsingError(
      offset: offset, line: line, column: offset - lineStart + 1, reason: reason)
  }

  private var foundHere: String {
    guard let byte = peek else { return "the end of the text" }
    switch byte {
    case 0x21..<0x7F: return String(UnicodeScalar(byte)).swiftLiteral
    default: return "the byte 0x" + String(byte, radix: 16, uppercase: true)
    }
  }
}

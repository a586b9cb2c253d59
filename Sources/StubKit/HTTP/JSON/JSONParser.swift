/// A parser with a stack of its own, so that deep nesting cannot overflow the thread's.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let isLenient: Bool
  /// Whether an integer that no double holds exactly is an error.
  let isExact: Bool
  private(set) var position = 0
  private var open: [Container] = []
  /// One stack for all containers: a debug build would copy an array of each at every element.
  private var values: [StubJSON] = []
  private var names: [String] = []

  private struct Container {
    let isObject: Bool
    let firstValue: Int
    let firstName: Int
  }

  init(bytes: UnsafeBufferPointer<UInt8>, isLenient: Bool = false, isExact: Bool = false) {
    self.bytes = bytes
    (self.isLenient, self.isExact) = (isLenient, isExact)
  }

  mutating func parse() throws(StubJSON.ParsingError) -> StubJSON {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while true {
      skipWhiteSpace()
      guard let value = try startValue() else { continue }
      values.append(value)
      // Several containers may end after one value.
      while try closeContainer() {}
      guard open.isEmpty, let value = values.popLast() else { continue }
      skipWhiteSpace()
      guard position == bytes.count else { throw expected("the end of the text") }
      return value
    }
  }

  private mutating func startValue() throws(StubJSON.ParsingError) -> StubJSON? {
    switch peek {
    case UInt8(ascii: "["): return try openContainer(isObject: false)
    case UInt8(ascii: "{"): return try openContainer(isObject: true)
    case UInt8(ascii: "\""): return .string(try string())
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit: return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw expected("a value")
    }
  }

  /// Returns an empty container; nil if elements follow.
  private mutating func openContainer(
    isObject: Bool
  ) throws(StubJSON.ParsingError) -> StubJSON? {
    guard open.count < StubJSON.nestingLimit else {
      throw failure("nested more than \(StubJSON.nestingLimit) levels deep")
    }
    position += 1
    skipWhiteSpace()
    if take(UInt8(ascii: isObject ? "}" : "]")) { return isObject ? .object([:]) : .array([]) }
    open.append(
      Container(isObject: isObject, firstValue: values.count, firstName: names.count))
    if isObject { names.append(try name(or: "a name in quotes or \"}\"")) }
    return nil
  }

  /// Goes on after a value; true if the innermost container ends there, and is now a value itself.
  private mutating func closeContainer() throws(StubJSON.ParsingError) -> Bool {
    guard let container = open.last else { return false }
    skipWhiteSpace()
    if take(UInt8(ascii: ",")) {
      if container.isObject {
        skipWhiteSpace()
        names.append(try name(or: "a name in quotes"))
      }
      return false
    }
    guard take(UInt8(ascii: container.isObject ? "}" : "]")) else {
      throw expected(container.isObject ? "\",\" or \"}\"" : "\",\" or \"]\"")
    }
    open.removeLast()
    let value = value(of: container)
    try checkNames(of: container, in: value)
    names.removeSubrange(container.firstName...)
    values.removeSubrange(container.firstValue...)
    values.append(value)
    return true
  }

  private func value(of container: Container) -> StubJSON {
    // A method of its own: if a slice of `values` is left when they change, they are copied.
    let content = values[container.firstValue...]
    guard container.isObject else { return .array(Array(content)) }
    let members = zip(names[container.firstName...], content)
    return .object(Dictionary(members) { _, last in last })
  }

  /// Throws if a dictionary cannot hold all members, since it takes canonical equivalents for equal.
  private func checkNames(
    of container: Container, in value: StubJSON
  ) throws(StubJSON.ParsingError) {
    guard !isLenient, case .object(let members) = value,
      members.count < names.count - container.firstName
    else { return }
    for name in names[container.firstName...] where members[named: name] == nil {
      throw failure(
        "two names of one object are the same text in other characters: \(name.swiftLiteral)")
    }
  }

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
    guard bytes.has(word, at: position) else { throw expected("a value") }
    position += word.utf8CodeUnitCount
    return value
  }
}

extension JSONParser {
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  mutating func advance(by count: Int = 1) { position += count }

  private mutating func skipWhiteSpace() {
    while let byte = peek, byte == .space || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  func expected(_ what: String) -> StubJSON.ParsingError {
    failure("expected \(what), found \(foundHere)")
  }

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
    return 0x21..<0x7F ~= byte
      ? String(UnicodeScalar(byte)).swiftLiteral
      : "the byte 0x" + String(byte, radix: 16, uppercase: true)
  }
}

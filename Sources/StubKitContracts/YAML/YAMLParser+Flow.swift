import StubKit

extension YAMLParser {
  mutating func openFlow() throws(YAMLError) {
    let isMapping = bytes[position] == UInt8(ascii: "{")
    try open(isMapping ? .flowMapping : .flowSequence, indent: indent, at: position)
    position += 1
    expectation = .flowEntry
  }

  mutating func takeFlowToken() throws(YAMLError) {
    isFirst = false
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: ","):
      guard expectation != .flowEntry else { throw expected(expectsName ? "a name" : "a value") }
      try endFlowEntry()
      position += 1
      expectation = .flowEntry
    case UInt8(ascii: "]"), UInt8(ascii: "}"): try closeFlow(byte)
    case .colon where expectation == .colon:
      position += 1
      expectation = .value
    case _ where expectation == .end || expectation == .colon: throw expectedSeparator
    case UInt8(ascii: "?") where isBeforeWhite(position): throw complexName
    case UInt8(ascii: "&"), UInt8(ascii: "!"): try takeProperty()
    case UInt8(ascii: "[") where !expectsName, UInt8(ascii: "{") where !expectsName: try openFlow()
    case UInt8(ascii: "*") where !expectsName: try takeAlias()
    default: try takeFlowScalar()
    }
  }

  private mutating func takeFlowScalar() throws(YAMLError) {
    let isName = expectsName
    var scalar = try scalar()
    if !isName, expectation == .flowEntry, isColon(isAfterQuote: !scalar.isPlain),
      scalar.isInOneLine
    {
      try open(.flowPair, indent: indent, at: scalar.offset)
      try push(name: scalar)
      position += 1
      expectation = .value
      return
    }
    if scalar.isPlain { try readMoreLines(of: &scalar) }
    if isName {
      try push(name: scalar)
      expectation = .colon
    } else {
      try push(scalar)
    }
  }

  private mutating func closeFlow(_ bracket: UInt8) throws(YAMLError) {
    if expectation != .flowEntry {
      try endFlowEntry()
    } else if properties.offset >= 0 {
      throw expected("a value")
    }
    let isMapping = open[open.count - 1].kind == .flowMapping
    guard bracket == UInt8(ascii: isMapping ? "}" : "]") else { throw expectedSeparator }
    position += 1
    expectation = .end
    try close()
  }

  /// Adds a missing value, and closes a mapping that is a single pair without braces.
  private mutating func endFlowEntry() throws(YAMLError) {
    if expectation != .end { try pushEmpty() }
    if open[open.count - 1].kind == .flowPair { try close() }
  }

  private var expectedSeparator: YAMLError {
    let flow = open.last { $0.kind != .flowPair } ?? open[open.count - 1]
    let (start, end) = flow.kind == .flowMapping ? ("{", "}") : ("[", "]")
    let colon = expectation == .colon ? "\":\", " : ""
    return expected(
      "\(colon)\",\" or \"\(end)\" for the \"\(start)\" on line \(line(of: flow.offset))",
      advice: adviceOnColon)
  }
}

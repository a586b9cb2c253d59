import StubKit

extension YAMLParser {
  mutating func takeBlockToken() throws(YAMLError) {
    if isFirst { try beginLine() }
    let byte = bytes[position]
    guard expectation != .end else {
      throw expected(
        open.isEmpty ? "the end of the document" : "the end of the line", advice: adviceOnColon)
    }
    switch byte {
    case Self.dash where isBeforeWhite(position): try takeDash()
    case UInt8(ascii: "?") where isBeforeWhite(position): try takeLongName()
    case UInt8(ascii: "&"), UInt8(ascii: "!"): try takeProperty()
    case UInt8(ascii: "*") where !expectsName: try takeAlias()
    case UInt8(ascii: "[") where !expectsName, UInt8(ascii: "{") where !expectsName: try openFlow()
    case UInt8(ascii: "|") where !expectsName, UInt8(ascii: ">") where !expectsName:
      try takeBlockScalar()
    default: try takeScalarOrName()
    }
  }

  /// Closes the collections that end before this line, and decides what may come first on it.
  private mutating func beginLine() throws(YAMLError) {
    (isFirst, allowsCollection) = (false, true)
    if hasTab, !open.isEmpty {
      let tab = bytes.place(of: .tab, from: lineStart)
      throw expected("spaces as indentation", at: tab)
    }
    let column = position - lineStart
    let isDash = bytes[position] == Self.dash && isBeforeWhite(position)
    while let container = open.last, column <= container.indent {
      if column == container.indent {
        // A list may be indented like the name it belongs to, and then ends at the next name.
        guard container.kind == .sequence, !isDash, open.count > 1,
          open[open.count - 2].indent == column
        else { break }
      }
      try close()
    }
    guard let container = open.last else {
      guard expectation == .value else { throw expected("the end of the document") }
      return
    }
    let isSequence = container.kind == .sequence
    guard column == container.indent else {
      if expectation == .value { return }
      throw expected(
        "\(isSequence ? "\"- \"" : "a name") in column \(container.indent + 1)",
        advice: "indent it like the entries above")
    }
    if expectation == .value {
      if isDash, !isSequence { return }
      try pushEmpty()
    }
    guard isDash == isSequence, expectation == .end else {
      throw expected(isSequence ? "\"- \"" : "a name")
    }
    expectation = .entry
  }

  private mutating func takeDash() throws(YAMLError) {
    if expectation == .value {
      guard allowsCollection, properties.offset < lineStart else {
        throw expected("a value", advice: "start the list on the next line")
      }
      try checkNoTab()
      try open(.sequence, indent: position - lineStart, at: position)
    } else if open.last?.kind != .sequence {
      throw expected("a name")
    }
    entry = position
    position += 1
    expectation = .value
  }

  private func checkNoTab() throws(YAMLError) {
    guard hasTab else { return }
    throw failure("expected spaces before this, found a tab")
  }

  private mutating func takeScalarOrName() throws(YAMLError) {
    let start = position
    var scalar = try scalar()
    guard !isColon(isAfterQuote: false) else {
      guard scalar.isInOneLine else {
        throw failure("expected a name on one line, found one that spans several", at: start)
      }
      try openMapping(at: properties.offset >= lineStart ? properties.offset : start)
      try push(name: scalar)
      position += 1
      (expectation, allowsCollection) = (.value, false)
      return
    }
    guard expectation == .value else {
      throw expected("\":\" after the name \(text(of: scalar).shortened(to: 40).swiftLiteral)")
    }
    if scalar.isPlain { try readMoreLines(of: &scalar) }
    try push(scalar)
  }

  private mutating func openMapping(at start: Int) throws(YAMLError) {
    guard expectation == .value else { return }
    guard allowsCollection else {
      throw expected(
        "a value",
        advice: "quote text that contains \": \", or start the mapping on the next line")
    }
    try checkNoTab()
    try open(.mapping, indent: start - lineStart, at: start)
  }

  /// Reads `? name` and a line with its colon, the form in which most writers put long names.
  private mutating func takeLongName() throws(YAMLError) {
    let start = bytes.end(of: .blank, from: position + 1)
    guard start < bytes.count, bytes[start] != .lineFeed,
      !"-?".utf8.contains(bytes[start]) || !isBeforeWhite(start)
    else { throw complexName }
    try openMapping(at: position)
    (position, expectation) = (start, .entry)
    var name = try scalar()
    if name.isPlain { try readMoreLines(of: &name) }
    try push(name: name)
    guard try skipToToken(), position - lineStart == indent, isColon(isAfterQuote: false) else {
      throw expected("\":\" below the \"?\" of this name")
    }
    position += 1
    (isFirst, expectation, allowsCollection) = (false, .value, true)
  }
}

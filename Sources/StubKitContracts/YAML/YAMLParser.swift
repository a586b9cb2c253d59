import StubKit

/// A YAML parser with its own stack, so that deep nesting cannot overflow the thread's.
///
/// Each step takes one token: a name, dash, scalar, property, alias, comma, colon or bracket.
struct YAMLParser {
  static let nestingLimit = 64
  /// The total weight that the aliases of a document may expand to.
  static let aliasLimit = 1_000_000
  static let duplicateLimit = 100

  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether each value is replaced by an array of its offset and the value.
  let notesOffsets: Bool
  private(set) var duplicates: [(path: [String], offset: Int)] = []

  var position = 0
  var lineStart = 0
  /// Whether the next token is the first on its line.
  var isFirst = true
  /// Whether there is a tab between the last token, or the start of the line, and the next token.
  private(set) var hasTab = false
  /// Whether a block collection may begin here: on a new line or after a dash, not after a name.
  var allowsCollection = true
  var expectation = Expectation.value
  private var stage = Stage.start
  /// The offset of the name or dash whose value comes next.
  var entry = 0
  var properties = Properties()

  /// The collections not yet closed, innermost last.
  private(set) var open: [Container] = []
  /// The column of the innermost block collection; -1 if there is none.
  private(set) var indent = -1
  private(set) var isInFlow = false
  /// The values read into all open collections, those of the innermost last.
  private var values: [StubJSON] = []
  /// The names read into all open mappings, and their offsets.
  private var names: [String] = []
  private var nameOffsets: [Int] = []

  var anchors: [String: Anchor] = [:]
  var openAnchors: [(name: String, depth: Int, weightBefore: Int)] = []
  /// The number of values read so far, plus one for every 16 bytes of text; an alias weighs as much
  /// as the value that it repeats.
  var weight = 0
  var aliasedWeight = 0

  private enum Stage { case start, directive, content, end }

  enum Expectation {
    case value
    /// A name in a block mapping, or a dash.
    case entry
    /// A value, name or closing bracket, after an opening bracket or a comma.
    case flowEntry
    /// The colon after a name in a flow mapping.
    case colon
    /// The end of the line, or a comma or closing bracket.
    case end
  }

  struct Container {
    enum Kind { case sequence, mapping, flowSequence, flowMapping, flowPair }

    let kind: Kind
    /// The column of its entries; in brackets, that of the enclosing block collection.
    let indent: Int
    let offset: Int
    let firstValue: Int
    let firstName: Int
    /// The number of levels below it.
    var height = 0
    /// The index of the merge key among its names.
    var merge: Int?

    var isFlow: Bool { kind != .sequence && kind != .mapping }
    var isMapping: Bool { kind != .sequence && kind != .flowSequence }
  }

  init(bytes: UnsafeBufferPointer<UInt8>, notesOffsets: Bool = false) {
    self.bytes = bytes
    self.notesOffsets = notesOffsets
  }

  mutating func parse() throws(YAMLError) -> StubJSON {
    while try skipToToken() {
      if isInFlow { try takeFlowToken() } else { try takeBlockToken() }
    }
    if isInFlow { throw unclosed() }
    if stage == .directive { throw expected("\"---\" after the directive") }
    while !open.isEmpty { try close() }
    if expectation == .value { try pushEmpty() }
    return values[0]
  }

  /// Skips white space, comments, directives and markers; returns false at the document's end.
  mutating func skipToToken() throws(YAMLError) -> Bool {
    hasTab = false
    while true {
      position = bytes.end(of: Self.spaces, from: position)
      if position < bytes.count, bytes[position] == .tab {
        hasTab = true
        position = bytes.end(of: .blank, from: position)
      }
      guard position < bytes.count else { return false }
      switch bytes[position] {
      case .lineFeed:
        position += 1
        lineStart = position
        (isFirst, hasTab) = (true, false)
      case .numberSign where position == lineStart || bytes[position - 1].isBlank:
        position = bytes.place(of: .lineFeed, from: position)
      default:
        if stage == .content, position > lineStart { return true }
        guard try takeMarker() else { return true }
      }
    }
  }

  /// Takes a directive, `---` or `...`; returns false if content comes next.
  private mutating func takeMarker() throws(YAMLError) -> Bool {
    let isMarker = position == lineStart && isMarker(at: position)
    let isBeginning = isMarker && bytes[position] == Self.dash
    if stage == .start, position == lineStart, bytes[position] == UInt8(ascii: "%") {
      guard bytes.has("%YAML 1.2", at: position) || bytes.has("%YAML 1.1", at: position),
        isBeforeWhite(position + 8)
      else { throw expected("the directive \"%YAML 1.2\" or none", advice: "remove it") }
      stage = .directive
      position += 9
      return true
    }
    if isBeginning, stage == .start || stage == .directive {
      (isFirst, allowsCollection) = (false, false)
      stage = .content
    } else if stage == .directive {
      throw expected("\"---\" after the directive")
    } else if isInFlow, isMarker {
      throw unclosed()
    } else if isBeginning || stage == .end && !isMarker {
      throw expected(
        "the end of the document", advice: "put each document into a file of its own")
    } else {
      stage = isMarker ? .end : .content
    }
    if isMarker { position += 3 }
    return isMarker
  }
}

extension YAMLParser {
  mutating func open(_ kind: Container.Kind, indent: Int, at offset: Int) throws(YAMLError) {
    guard open.count < Self.nestingLimit else {
      throw failure("nested more than \(Self.nestingLimit) levels deep", at: offset)
    }
    let container = Container(
      kind: kind, indent: indent, offset: offset, firstValue: values.count,
      firstName: names.count)
    // Properties on the line of a block mapping's first name belong to that name.
    if properties.offset >= 0, kind != .flowPair, kind != .mapping || properties.offset < lineStart
    {
      try takeProperties(of: container)
    }
    open.append(container)
    self.indent = indent
    isInFlow = container.isFlow
  }

  mutating func close() throws(YAMLError) {
    if expectation == .value { try pushEmpty() }
    guard expectation != .entry else { throw expected("a name") }
    let container = open.removeLast()
    let value =
      container.isMapping
      ? try mapping(of: container) : StubJSON.array(Array(values[container.firstValue...]))
    if container.isMapping {
      names.removeSubrange(container.firstName...)
      nameOffsets.removeSubrange(container.firstName...)
    }
    values.removeSubrange(container.firstValue...)
    indent = open.last?.indent ?? -1
    isInFlow = open.last?.isFlow ?? false
    push(value, at: container.offset, height: container.height + 1)
    if let anchor = openAnchors.last, anchor.depth > open.count {
      openAnchors.removeLast()
      anchors[anchor.name] = Anchor(
        value: values[values.count - 1], weight: weight - anchor.weightBefore,
        height: container.height + 1)
    }
  }

  private mutating func push(_ value: StubJSON, at offset: Int, height: Int = 0) {
    weight += 1
    pushAsIs(noting(offset, of: value), height: height)
  }

  mutating func push(_ scalar: Scalar) throws(YAMLError) {
    let value = try value(of: scalar)
    if properties.offset >= 0 { takeProperties(of: value, from: scalar) }
    weight += scalar.weight
    push(value, at: scalar.offset)
  }

  mutating func pushEmpty() throws(YAMLError) {
    try push(Scalar(offset: entry, start: entry, end: entry, isPlain: true))
  }

  mutating func pushAsIs(_ value: StubJSON, height: Int) {
    values.append(value)
    if height > 0, !open.isEmpty, open[open.count - 1].height < height {
      open[open.count - 1].height = height
    }
    expectation = .end
  }

  func noting(_ offset: Int, of value: StubJSON) -> StubJSON {
    notesOffsets ? .array([.integer(offset), value]) : value
  }

  mutating func push(name scalar: Scalar) throws(YAMLError) {
    let name = text(of: scalar)
    if properties.offset >= 0 { takeProperties(of: .string(name), from: scalar) }
    weight += scalar.weight
    if scalar.isPlain, scalar.end == scalar.start + 2, bytes.has("<<", at: scalar.start) {
      guard open[open.count - 1].merge == nil else {
        throw expected(
          "one \"<<\" in a mapping", at: scalar.offset, advice: "list all aliases after the first"
        )
      }
      open[open.count - 1].merge = names.count - open[open.count - 1].firstName
    }
    names.append(name)
    nameOffsets.append(scalar.offset)
    entry = scalar.offset
  }

  private mutating func mapping(of container: Container) throws(YAMLError) -> StubJSON {
    let count = values.count - container.firstValue
    var members: [String: StubJSON] = [:]
    members.reserveCapacity(count)
    var index = 0
    while index < count {
      if index != container.merge {
        let name = names[container.firstName + index]
        let countBefore = members.count
        members[name] = values[container.firstValue + index]
        if members.count == countBefore { noteDuplicate(index, of: container) }
      }
      index += 1
    }
    if let merge = container.merge {
      let merged = values[container.firstValue + merge]
      guard self.merge(merged, into: &members) else {
        throw failure(
          "expected a mapping, an alias of one, or a list of these after \"<<\"",
          at: nameOffsets[container.firstName + merge])
      }
    }
    return .object(members)
  }

  private mutating func noteDuplicate(_ index: Int, of container: Container) {
    guard duplicates.count < Self.duplicateLimit else { return }
    var path: [String] = []
    for (place, outer) in open.enumerated() {
      let inner = place + 1 < open.count ? open[place + 1] : container
      path.append(
        outer.isMapping
          ? names[inner.firstName - 1] : String(inner.firstValue - outer.firstValue))
    }
    path.append(names[container.firstName + index])
    duplicates.append((path, nameOffsets[container.firstName + index]))
  }
}

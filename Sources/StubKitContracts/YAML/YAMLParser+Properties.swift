import StubKit

extension YAMLParser {
  /// An anchor, a tag, or both, before a value or name.
  struct Properties {
    var anchor: String?
    var tag: YAMLTag?
    /// Where the first of the two begins; -1 if there is none.
    var offset = -1
  }

  struct Anchor {
    /// Nil while the value is being read.
    var value: StubJSON?
    var weight = 0
    var height = 0
  }

  static let wordEnds: ByteSet = " \t\n,[]{}"

  private mutating func takeWord() -> String {
    let end = bytes.place(of: Self.wordEnds, from: position)
    let word = bytes.slice(position..<end).text
    position = end
    return word
  }

  mutating func takeProperty() throws(YAMLError) {
    let offset = position
    let word = takeWord()
    if word.utf8.first == UInt8(ascii: "!") {
      guard let tag = YAMLTag(rawValue: word), properties.tag == nil else {
        let tags = YAMLTag.allCases.map(\.rawValue).phrase
        throw expected("no tag, or one of \(tags)", at: offset, advice: "remove it")
      }
      properties.tag = tag
    } else {
      guard word.utf8.count > 1, properties.anchor == nil else {
        throw expected("a single named anchor", at: offset)
      }
      properties.anchor = String(word.dropFirst())
    }
    if properties.offset < 0 { properties.offset = offset }
  }

  mutating func takeProperties(of container: Container) throws(YAMLError) {
    if let tag = properties.tag, tag != (container.isMapping ? .map : .seq) {
      throw misfit(of: tag, at: container.offset)
    }
    if let anchor = properties.anchor {
      anchors[anchor] = Anchor()
      openAnchors.append((anchor, open.count + 1, weight))
    }
    properties = Properties()
  }

  /// Applies the pending anchor; `value(of:)` applies the tag.
  mutating func takeProperties(of value: StubJSON, from scalar: Scalar) {
    if let anchor = properties.anchor {
      anchors[anchor] = Anchor(
        value: noting(scalar.offset, of: value), weight: scalar.weight + 1)
    }
    properties = Properties()
  }

  mutating func takeAlias() throws(YAMLError) {
    let offset = position
    guard properties.offset < 0 else {
      throw expected("a value of its own after an anchor or tag")
    }
    guard let anchor = anchors[String(takeWord().dropFirst())] else {
      throw expected("an alias of an anchor before it", at: offset)
    }
    guard let value = anchor.value else {
      throw expected(
        "an alias of another value", at: offset, advice: "a value cannot contain itself")
    }
    guard open.count + anchor.height <= Self.nestingLimit else {
      throw failure("an alias nests values more than \(Self.nestingLimit) levels deep", at: offset)
    }
    weight += anchor.weight
    aliasedWeight += anchor.weight
    guard aliasedWeight <= Self.aliasLimit else {
      throw failure(
        "the aliases up to here expand to too much data: write some of the values out", at: offset)
    }
    pushAsIs(value, height: anchor.height)
  }

  /// Adds the members of `merged` that `members` lacks; false if a merged value is not a mapping.
  func merge(_ merged: StubJSON, into members: inout [String: StubJSON]) -> Bool {
    guard case .array(let sources)? = content(of: merged) else {
      return add(content(of: merged), to: &members)
    }
    for source in sources {
      guard add(content(of: source), to: &members) else { return false }
    }
    return true
  }

  private func content(of value: StubJSON) -> StubJSON? { notesOffsets ? value[1] : value }

  private func add(_ source: StubJSON?, to members: inout [String: StubJSON]) -> Bool {
    guard case .object(let added) = source else { return false }
    members.merge(added) { own, _ in own }
    return true
  }
}

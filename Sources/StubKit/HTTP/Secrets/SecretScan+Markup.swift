/// Elements of XML and HTML.
extension SecretScan {
  mutating func takeMarkup() {
    let start = position + 1
    goOn(at: start)
    // What begins in a string ends in it.
    let limit = endOfString(around: start)
    guard style == .text, start < limit, bytes[start].isASCIIAlphanumeric else { return }
    var nameEnd = start
    while nameEnd < limit, !isBlank(bytes[nameEnd]), bytes[nameEnd] != .slash,
      bytes[nameEnd] != UInt8(ascii: ">"), bytes[nameEnd] != UInt8(ascii: "<")
    {
      nameEnd += 1
    }
    var end = nameEnd
    while end < limit, bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "<"),
      end - start < 4096
    {
      end += 1
    }
    guard end < limit, bytes[end] == UInt8(ascii: ">") else { return }
    if limit == bytes.count, areAttributes(start..<end) { tagEnd = end }
    var kind = judge(localName(start..<nameEnd), in: .field).kind
    if nameEnd < end {
      kind = max(kind, takeAttributes(nameEnd..<end))
    }
    guard kind >= .hinted, end > start, bytes[end - 1] != .slash else { return }
    takeContent(end + 1..<limit, as: kind)
  }

  /// Whether quotes stand only around what stands behind an equals sign, as in a tag.
  ///
  /// JSON behind a bracket has others, before which a backslash means something.
  private func areAttributes(_ range: Range<Int>) -> Bool {
    var place = range.lowerBound
    while place < range.upperBound {
      let byte = bytes[place]
      place += 1
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { continue }
      guard bytes[place - 2] == .equals,
        let closing = bytes[place..<range.upperBound].firstIndex(of: byte)
      else { return false }
      place = closing + 1
      guard place == range.upperBound || isBlank(bytes[place]) || bytes[place] == .slash else {
        return false
      }
    }
    return true
  }

  /// Whether other tags stand between two quotes of which the first is in the text of an element: it
  /// may stand alone there, and the second be that of an attribute.
  func leavesElement(_ content: Range<Int>) -> Bool {
    guard tagEnd > 0, content.lowerBound >= tagEnd else { return false }
    return content.dropLast().contains { place in
      bytes[place] == UInt8(ascii: "<")
        && (bytes[place + 1] == .slash || bytes[place + 1].isASCIIAlphanumeric)
    }
  }

  /// The name without the prefix of its namespace.
  private func localName(_ range: Range<Int>) -> Bytes {
    let name = slice(range)
    guard let colon = name.lastIndex(of: .colon) else { return name }
    return Bytes(rebasing: name[(colon + 1)...])
  }

  /// What an element holds, if that is a text; it begins the rest of what the element stands in.
  private mutating func takeContent(_ rest: Range<Int>, as kind: SecretName.Kind) {
    var first = rest.lowerBound
    while first < rest.upperBound, isBlank(bytes[first]) { first += 1 }
    let isData = bytes.hasBytes(Self.startOfData, at: first)
    if isData { first = min(first + Self.startOfData.count, rest.upperBound) }
    var end = first
    while end < rest.upperBound, !endsContent(at: end, isData: isData), end - first < 1 << 16 {
      end += 1
    }
    guard isData || end < rest.upperBound && bytes.hasBytes([UInt8(ascii: "<"), .slash], at: end)
    else { return }
    while end > first, isBlank(bytes[end - 1]) { end -= 1 }
    let value = slice(first..<end)
    guard !value.isEmpty, !SecretLook.isTrivial(value) else { return }
    if kind == .hinted, !SecretLook.isRandom(value) { return }
    hideBeside(first..<end)
  }

  /// In what says that it is data a bracket is a letter, but it holds no other data.
  private func endsContent(at place: Int, isData: Bool) -> Bool {
    guard isData else { return bytes[place] == UInt8(ascii: "<") }
    switch bytes[place] {
    case .closeBracket: return bytes.hasBytes(Self.endOfData, at: place)
    case UInt8(ascii: "<"): return bytes.hasBytes(Self.startOfData, at: place)
    default: return false
    }
  }

  private static let startOfData = Array("<![CDATA[".utf8)
  private static let endOfData = Array("]]>".utf8)

  /// Takes out what is not at the place of the walk, which is still in an element's name.
  private mutating func hideBeside(_ range: Range<Int>) {
    let value = slice(range)
    let decoded = value.contains(.ampersand) ? DecodedView.withoutHTML(value) : Array(value)
    add(decoded)
    if !rules.spared.contains(decoded) { edit(range, Self.mark) }
  }

  /// The value that stands beside the name of a secret: `<input name="token" value="…">`.
  ///
  /// - Returns: What the name says of the element's content.
  private mutating func takeAttributes(_ range: Range<Int>) -> SecretName.Kind {
    var kind = SecretName.Kind.plain
    var values: [Range<Int>] = []
    var place = range.lowerBound
    while let (name, value, next) = attribute(from: place, in: range) {
      place = next
      let attribute = slice(name)
      if Self.naming.contains(where: { attribute.equalsIgnoringASCIICase(lowercased: $0) }) {
        kind = max(kind, judge(slice(value), in: .field).kind)
      } else if attribute.equalsIgnoringASCIICase(lowercased: "value")
        || attribute.equalsIgnoringASCIICase(lowercased: "content")
      {
        values.append(value)
      }
    }
    guard kind >= .hinted else { return .plain }
    for value in values where kind >= .secret || SecretLook.isRandom(slice(value)) {
      hideBeside(value)
    }
    return kind
  }

  private static let naming = ["name", "id", "key", "property", "itemprop"]

  private func attribute(
    from start: Int, in range: Range<Int>
  ) -> (name: Range<Int>, value: Range<Int>, next: Int)? {
    var place = start
    while place < range.upperBound, bytes[place] != .equals { place += 1 }
    guard place + 1 < range.upperBound else { return nil }
    var nameStart = place
    while nameStart > start, !isBlank(bytes[nameStart - 1]) { nameStart -= 1 }
    let quote = bytes[place + 1]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      var end = place + 1
      while end < range.upperBound, !isBlank(bytes[end]) { end += 1 }
      return (nameStart..<place, place + 1..<end, end)
    }
    var end = place + 2
    while end < range.upperBound, bytes[end] != quote { end += 1 }
    return (nameStart..<place, place + 2..<end, min(end + 1, range.upperBound))
  }
}

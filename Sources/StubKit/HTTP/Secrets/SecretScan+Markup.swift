/// Elements of XML and HTML.
extension SecretScan {
  /// Walks once more through a text that has tags, piece by piece: what stands between two of them is a
  /// text by itself, and a quote in one belongs to an attribute.
  ///
  /// No single walk can tell whether a quote begins a string, stands alone in the text of an element, or
  /// is that of an attribute; nor whether a bracket begins a tag, or stands before JSON by chance. So
  /// the first takes all quotes for those of strings, this one takes all tags for tags, and what either
  /// of them finds is taken out.
  mutating func walkThroughElements() {
    guard var tag = nextTag(from: 0), !isJSON(whole.indices) else { return }
    var (start, scriptEnd) = (0, 0)
    while true {
      walk(through: start..<tag.lowerBound - 1, isTag: false)
      goOn(at: tag.lowerBound)
      if whole[tag.lowerBound] != .slash { takeTag(tag, before: whole.count) }
      walk(through: tag, isTag: true)
      start = tag.upperBound
      if isScript(tag) {
        if start >= scriptEnd { scriptEnd = endOfScript(from: start) }
        // What look like tags in it are parts of its strings.
        if isJSON(start + 1..<scriptEnd) {
          walk(through: start..<scriptEnd, isTag: false)
          start = scriptEnd
        }
      }
      guard let next = nextTag(from: start) else { break }
      tag = next
    }
    walk(through: start..<whole.count, isTag: false)
  }

  private func nextTag(from start: Int) -> Range<Int>? {
    var start = start
    while let bracket = whole.first(UInt8(ascii: "<"), in: start..<whole.count) {
      if let tag = tag(from: bracket + 1) { return tag }
      start = bracket + 1
    }
    return nil
  }

  private func isScript(_ tag: Range<Int>) -> Bool {
    nameOfTag(tag).equalsIgnoringASCIICase(lowercased: "script")
      && whole[tag.upperBound - 1] != .slash
  }

  private func endOfScript(from start: Int) -> Int {
    var place = start
    while let bracket = whole.first(UInt8(ascii: "<"), in: place..<whole.count) {
      if whole.hasBytesIgnoringCase("</script", at: bracket) { return bracket }
      place = bracket + 1
    }
    return whole.count
  }

  /// What stands between the brackets of a tag, of which the first stands before a place.
  ///
  /// In a tag quotes stand only around what stands behind an equals sign. JSON behind a bracket has
  /// others.
  private func tag(from start: Int) -> Range<Int>? {
    var place = start
    if place < whole.count, whole[place] == .slash { place += 1 }
    guard place < whole.count, beginsName(whole[place]) else { return nil }
    let limit = min(whole.count, start + (1 << 16))
    while place < limit {
      let byte = whole[place]
      switch byte {
      case UInt8(ascii: ">"): return start..<place
      case UInt8(ascii: "<"): return nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard whole[beforeBlanks(place) - 1] == .equals,
          let closing = whole.first(byte, in: place + 1..<limit), closing + 1 < limit,
          endsAttribute(whole[closing + 1])
        else { return nil }
        place = closing + 1
      default: place += 1
      }
    }
    return nil
  }

  private func beginsName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_")
  }

  /// Whether a byte may follow an attribute in quotes.
  private func endsAttribute(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == .slash || byte == UInt8(ascii: ">")
  }

  mutating func takeMarkup() {
    let start = position + 1
    goOn(at: start)
    // What begins in a string ends in it.
    let limit = endOfString(around: start)
    guard style == .text, start < limit, beginsName(bytes[start]) else { return }
    var end = start
    while end < limit, bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "<"),
      end - start < 4096
    {
      end += 1
    }
    guard end < limit, bytes[end] == UInt8(ascii: ">") else { return }
    takeTag(start..<end, before: limit)
  }

  private mutating func takeTag(_ tag: Range<Int>, before limit: Int) {
    let name = nameOfTag(tag)
    var kind = judge(localName(name), in: .field).kind
    if name.count < tag.count {
      kind = max(kind, takeAttributes(tag.lowerBound + name.count..<tag.upperBound))
    }
    guard kind >= .hinted, bytes[tag.upperBound - 1] != .slash else { return }
    takeContent(tag.upperBound + 1..<limit, as: kind)
  }

  private func nameOfTag(_ tag: Range<Int>) -> Bytes {
    var end = tag.lowerBound
    while end < tag.upperBound, !isBlank(whole[end]), whole[end] != .slash { end += 1 }
    return Bytes(rebasing: whole[tag.lowerBound..<end])
  }

  /// The name without the prefix of its namespace.
  private func localName(_ name: Bytes) -> Bytes {
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
    while end < rest.upperBound, !endsContent(at: end, isData: isData) {
      end += isData && bytes.hasBytes(Self.seamOfData, at: end) ? Self.seamOfData.count : 1
    }
    end = min(end, rest.upperBound)
    guard isData || end < rest.upperBound && bytes.hasBytes([UInt8(ascii: "<"), .slash], at: end)
    else { return }
    while end > first, isBlank(bytes[end - 1]) { end -= 1 }
    let value = slice(first..<end)
    guard !value.isEmpty, isSecret(value, as: kind) else { return }
    hideBeside(first..<end)
  }

  /// In what says that it is data a bracket is a letter, but it holds no other data.
  private func endsContent(at place: Int, isData: Bool) -> Bool {
    guard isData else { return bytes[place] == UInt8(ascii: "<") }
    switch bytes[place] {
    case .closeBracket:
      return bytes.hasBytes(Self.endOfData, at: place)
        && !bytes.hasBytes(Self.seamOfData, at: place)
    case UInt8(ascii: "<"): return bytes.hasBytes(Self.startOfData, at: place)
    default: return false
    }
  }

  private static let startOfData = Array("<![CDATA[".utf8)
  private static let endOfData = Array("]]>".utf8)
  /// What stands between the halves of an end that is part of the data.
  private static let seamOfData = endOfData + startOfData

  /// Takes out what is not at the place of the walk, which is still in an element's name.
  private mutating func hideBeside(_ range: Range<Int>) {
    let value = slice(range)
    var decoded = value.contains(.ampersand) ? DecodedView.withoutHTML(value) : Array(value)
    if decoded.contains(.closeBracket) { decoded.replace(Self.seamOfData, with: []) }
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
    for value in values where isSecret(slice(value), as: kind) {
      hideBeside(value)
    }
    return kind
  }

  private static let naming = ["name", "id", "key", "property", "itemprop"]

  private func attribute(
    from start: Int, in range: Range<Int>
  ) -> (name: Range<Int>, value: Range<Int>, next: Int)? {
    guard let equals = bytes.first(.equals, in: start..<range.upperBound) else { return nil }
    var first = equals + 1
    while first < range.upperBound, isBlank(bytes[first]) { first += 1 }
    guard first < range.upperBound else { return nil }
    let nameEnd = max(start, beforeBlanks(equals))
    var nameStart = nameEnd
    while nameStart > start, !isBlank(bytes[nameStart - 1]) { nameStart -= 1 }
    let name = nameStart..<nameEnd
    let quote = bytes[first]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      var end = first
      while end < range.upperBound, !isBlank(bytes[end]) { end += 1 }
      return (name, first..<end, end)
    }
    let end = bytes.first(quote, in: first + 1..<range.upperBound) ?? range.upperBound
    return (name, first + 1..<end, min(end + 1, range.upperBound))
  }

  /// The place behind what stands before a place and the blanks before that.
  private func beforeBlanks(_ place: Int) -> Int {
    var place = place
    while place > 0, isBlank(bytes[place - 1]) { place -= 1 }
    return place
  }
}

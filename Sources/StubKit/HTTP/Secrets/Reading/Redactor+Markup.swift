/// Elements of XML and HTML.
extension Redactor {
  private struct Element {
    let name: Bytes
    let kind: Kind
  }

  /// A text with tags: the texts of elements, the values of attributes, and scripts.
  mutating func markup(_ bytes: Bytes) -> [UInt8]? {
    var text = Rewriting(bytes)
    var open: [Element] = []
    // What an element `key` says of the next one, as in property lists.
    var label = Kind.plain
    var position = 0
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        let end = bytes.firstPlace(from: position) { $0 == UInt8(ascii: "<") } ?? bytes.count
        self.text(position..<end, in: open, under: &label, into: &text)
        position = end
        continue
      }
      if bytes.hasBytes(Self.startOfData, at: position) {
        position = data(from: position + 9, in: open, into: &text)
      } else if bytes.hasBytes(Array("<!--".utf8), at: position) {
        let end = bytes.first(Array("-->".utf8), from: position + 4) ?? bytes.count
        if let clean = content(Array(bytes[position + 4..<end])) {
          text.replace(position + 4..<end, with: clean)
        }
        position = end
      } else if bytes.hasBytes([0x3C, .slash], at: position) {
        let end = bytes.firstPlace(from: position) { $0 == UInt8(ascii: ">") } ?? bytes.count
        let name = bytes.slice(position + 2..<end)
        if let last = open.suffix(32).lastIndex(where: { $0.name.elementsEqual(name) }) {
          open.removeSubrange(last...)
        }
        position = min(end + 1, bytes.count)
      } else if position + 1 < bytes.count, Self.beginsName(bytes[position + 1]) {
        position = tag(from: position + 1, in: &open, into: &text)
      } else {
        position += 1
      }
    }
    return text.text
  }

  private static let startOfData = Array("<![CDATA[".utf8)
  private static let endOfData = Array("]]>".utf8)

  private static func beginsName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte >= 0x80
      || byte == UInt8(ascii: "?")
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

  /// What stands between two tags.
  private mutating func text(
    _ range: Range<Int>, in open: [Element], under label: inout Kind, into text: inout Rewriting
  ) {
    let bytes = text.bytes
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, Self.isBlank(bytes[start]) { start += 1 }
    while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
    guard start < end else { return }
    let raw = bytes.slice(start..<end)
    let decoded = TextCoding.withoutHTML(raw)
    if let last = open.last, last.name.equalsIgnoringASCIICase(lowercased: "key") {
      label = decoded.withUnsafeBufferPointer { judge($0, in: .field).kind }
      return
    }
    let clean = value(decoded, as: max(open.last?.kind ?? .plain, label), of: open.last?.name)
    label = .plain
    if let clean { text.replace(start..<end, with: TextCoding.html(clean)) }
  }

  /// What says that it is data, with all that follows it in other data.
  private mutating func data(from start: Int, in open: [Element], into text: inout Rewriting) -> Int
  {
    let bytes = text.bytes
    var end = bytes.first(Self.endOfData, from: start) ?? bytes.count
    while bytes.hasBytes(Self.endOfData + Self.startOfData, at: end) {
      end = bytes.first(Self.endOfData, from: end + 12) ?? bytes.count
    }
    var content = Array(bytes[start..<end])
    content.replace(Self.endOfData + Self.startOfData, with: [])
    if let clean = value(content, as: open.last?.kind ?? .plain, of: open.last?.name) {
      text.replace(start..<end, with: clean)
    }
    return min(end + 3, bytes.count)
  }

  /// A tag, and what stands in its element if that is no markup; where to go on.
  private mutating func tag(
    from start: Int, in open: inout [Element], into text: inout Rewriting
  ) -> Int {
    let bytes = text.bytes
    var place =
      bytes.firstPlace(from: start) { $0 <= 0x20 || $0 == 0x2F || $0 == 0x3E } ?? bytes.count
    let name = bytes.slice(start..<place)
    let colon = name.lastIndex(of: .colon).map { $0 + 1 } ?? 0
    var kind = judge(name.slice(colon..<name.count), in: .field).kind
    var (contentKind, named) = (kind, Kind.plain)
    var (values, id): ([Range<Int>], Range<Int>?) = ([], nil)
    var isClosed = false
    // A tag ends with a bracket; a text without one is none.
    while place < bytes.count, bytes[place] != UInt8(ascii: ">"), bytes[place] != UInt8(ascii: "<")
    {
      guard let (attribute, value, next) = Self.attribute(from: place, in: bytes) else {
        isClosed = bytes[place] == .slash || bytes[place] == UInt8(ascii: "?")
        place += 1
        continue
      }
      (place, isClosed) = (next, false)
      let own = bytes.slice(attribute)
      if SecretName.isNaming(own) {
        // What an element is called for a script says nothing of its text.
        if own.equalsIgnoringASCIICase(lowercased: "id") {
          id = value
          continue
        }
        named = max(named, label(value, in: bytes))
        contentKind = max(contentKind, named)
        for earlier in values { self.attribute(earlier, as: named, into: &text) }
        values = []
      } else if SecretName.isValue(own), named == .plain {
        values.append(value)
      } else {
        kind = SecretName.isValue(own) ? named : judge(own, in: .field).kind
        self.attribute(value, as: kind, of: own, into: &text)
      }
    }
    if !values.isEmpty, let id { named = label(id, in: bytes) }
    for value in values { self.attribute(value, as: named, into: &text) }
    place = min(place + 1, bytes.count)
    let lower = name.text.lowercased()
    if isClosed || Self.voids.contains(lower) { return place }
    guard lower == "script" || lower == "style" else {
      let around = open.last?.kind ?? .plain
      open.append(Element(name: name, kind: max(contentKind, around == .whole ? around : .plain)))
      return place
    }
    let end = Self.closing(of: lower, from: place, in: bytes)
    if let clean = content(Array(bytes[place..<end]), type: "text/javascript") {
      text.replace(place..<end, with: clean)
    }
    return end
  }

  /// What a text that names something says of its value.
  private mutating func label(_ range: Range<Int>, in bytes: Bytes) -> Kind {
    TextCoding.withoutHTML(bytes.slice(range)).withUnsafeBufferPointer {
      judge($0, in: .field).kind
    }
  }

  private static let voids: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr",
  ]

  private static func closing(of name: String, from start: Int, in bytes: Bytes) -> Int {
    var place = start
    while let end = bytes.first([0x3C, .slash], from: place) {
      let own = bytes.slice(end + 2..<min(end + 2 + name.utf8.count, bytes.count))
      if own.text.lowercased() == name { return end }
      place = end + 2
    }
    return bytes.count
  }

  private mutating func attribute(
    _ range: Range<Int>, as kind: Kind, of name: Bytes? = nil, into text: inout Rewriting
  ) {
    let raw = text.bytes.slice(range)
    guard !raw.isEmpty, let clean = value(TextCoding.withoutHTML(raw), as: kind, of: name) else {
      return
    }
    text.replace(range, with: TextCoding.html(clean))
  }

  /// The attribute that begins at a place; nil if none does.
  private static func attribute(
    from start: Int, in bytes: Bytes
  ) -> (name: Range<Int>, value: Range<Int>, next: Int)? {
    guard bytes[start] > 0x20, bytes[start] != .slash, bytes[start] != .equals,
      let end = bytes.firstPlace(from: start, where: { $0 <= 0x20 || "=/<>".utf8.contains($0) })
    else { return nil }
    var place = bytes.firstPlace(from: end) { $0 > 0x20 } ?? bytes.count
    guard place < bytes.count, bytes[place] == .equals else { return (start..<end, end..<end, end) }
    place = bytes.firstPlace(from: place + 1) { $0 > 0x20 } ?? bytes.count
    guard place < bytes.count else { return nil }
    let quote = bytes[place]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let last = bytes.firstPlace(from: place) { $0 <= 0x20 || $0 == 0x3E } ?? bytes.count
      return (start..<end, place..<last, last)
    }
    let last = bytes.firstPlace(from: place + 1) { $0 == quote } ?? bytes.count
    return (start..<end, place + 1..<last, min(last + 1, bytes.count))
  }
}

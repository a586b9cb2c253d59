extension Redactor {
  private struct Element {
    let name: Bytes
    let kind: Kind
  }

  /// Redacts a text with tags: the texts of elements, the values of attributes, comments and scripts.
  mutating func markup(_ bytes: Bytes) -> [UInt8]? {
    var text = Rewriting(bytes)
    var open: [Element] = []
    // What the text of an element `key` says of the next element, as in property lists.
    var label = Kind.plain
    var position = 0
    while position < bytes.count {
      if bytes[position] != Self.less {
        let end = bytes.place(of: Self.less, from: position)
        self.text(position..<end, in: open, under: &label, into: &text)
        position = end
      } else if bytes.has("<![CDATA[", at: position) {
        position = data(from: position + 9, in: open, into: &text)
      } else if bytes.has("<!--", at: position) {
        let end = bytes.first("-->", from: position + 4) ?? bytes.count
        text.replace(position + 4..<end, with: content(bytes.slice(position + 4..<end)))
        position = end
      } else if bytes.has("</", at: position) {
        let end = bytes.place(of: Self.greater, from: position)
        let name = bytes.slice(position + 2..<end)
        if let last = open.suffix(32).lastIndex(where: { $0.name.equals(name) }) {
          open.removeSubrange(last...)
        }
        position = min(end + 1, bytes.count)
      } else if position + 1 < bytes.count, Self.beginsName.contains(bytes[position + 1]) {
        position = tag(from: position + 1, in: &open, under: &label, into: &text)
      } else {
        position += 1
      }
    }
    return text.text
  }

  private static let less = UInt8(ascii: "<")
  private static let greater = UInt8(ascii: ">")
  private static let beginsName = ByteSet(0x80...0xFF) + .alphanumeric + "_?"
  private static let endsName: ByteSet = .white + "/>"
  private static let endsAttribute: ByteSet = endsName + "=<"
  private static let endsValue: ByteSet = .white + ">"
  private static let betweenData = Array("]]><![CDATA[".utf8)

  private mutating func text(
    _ range: Range<Int>, in open: [Element], under label: inout Kind, into text: inout Rewriting
  ) {
    let bytes = text.bytes
    let start = bytes.end(of: .white, from: range.lowerBound)
    guard start < range.upperBound else { return }
    var end = range.upperBound
    while bytes[end - 1] <= .space { end -= 1 }
    if let last = open.last, last.name.equalsIgnoringASCIICase(lowercased: "key") {
      label = self.label(start..<end, in: bytes)
      return attribute(start..<end, as: .plain, into: &text)
    }
    let kind = max(open.last?.kind ?? .plain, label)
    label = .plain
    attribute(start..<end, as: kind, of: open.last?.name, isQuoted: false, into: &text)
  }

  /// Redacts a `CDATA` section, and those directly after it, as one value; returns where to go on.
  private mutating func data(
    from start: Int, in open: [Element], into text: inout Rewriting
  ) -> Int {
    let bytes = text.bytes
    var end = bytes.first("]]>", from: start) ?? bytes.count
    while bytes.hasBytes(Self.betweenData, at: end) {
      end = bytes.first("]]>", from: end + 12) ?? bytes.count
    }
    var content = Array(bytes[start..<end])
    content.replace(Self.betweenData, with: [])
    let clean = content.withUnsafeBufferPointer {
      value($0, as: open.last?.kind ?? .plain, of: open.last?.name)
    }
    text.replace(start..<end, with: clean)
    return min(end + 3, bytes.count)
  }

  /// Redacts a tag, and the content of its element if that is a script or style; returns where to go on.
  private mutating func tag(
    from start: Int, in open: inout [Element], under label: inout Kind, into text: inout Rewriting
  ) -> Int {
    let bytes = text.bytes
    var place = bytes.place(of: Self.endsName, from: start)
    let name = bytes.slice(start..<place)
    let colon = name.lastIndex(of: .colon).map { $0 + 1 } ?? 0
    var contentKind = judge(name.slice(colon..<name.count), in: .field).kind
    var named = Kind.plain
    // Each with its kind; nil for a value whose name may follow in another attribute.
    var attributes: [(value: Range<Int>, name: Bytes, kind: Kind?)] = []
    var id: Range<Int>?
    var isClosed = false
    // A tag ends at a bracket, even if that opens another tag.
    while place < bytes.count, bytes[place] != Self.greater, bytes[place] != Self.less {
      guard let (attribute, value, next) = Self.attribute(from: place, in: bytes) else {
        isClosed = bytes[place] == .slash || bytes[place] == UInt8(ascii: "?")
        place += 1
        continue
      }
      (place, isClosed) = (next, false)
      let own = bytes.slice(attribute)
      let judgement = judge(own, in: .field)
      if judgement.isNaming, own.equalsIgnoringASCIICase(lowercased: "id") {
        // An `id` names the element for scripts, and says nothing of the element's text.
        id = value
      } else if judgement.isNaming {
        named = max(named, self.label(value, in: bytes))
        contentKind = max(contentKind, named)
      }
      let kind: Kind? = judgement.isNaming ? .plain : judgement.isValue ? nil : judgement.kind
      attributes.append((value, own, kind))
    }
    if named == .plain, let id { named = self.label(id, in: bytes) }
    for (value, name, kind) in attributes {
      self.attribute(value, as: kind ?? named, of: kind.map { _ in name }, into: &text)
    }
    place = min(place + 1, bytes.count)
    let lower = name.count > 8 ? "" : name.text.asciiLowercased
    if isClosed || Self.voids.contains(lower) { return place }
    guard lower == "script" || lower == "style" else {
      let around = open.last?.kind ?? .plain
      var kind = max(contentKind, around >= .whole ? around : .plain)
      // In a property list a list has the key before it, and a dictionary has keys of its own.
      if lower != "key" {
        if lower != "dict" { kind = max(kind, label) }
        label = .plain
      }
      open.append(Element(name: name, kind: kind))
      return place
    }
    var end = bytes.first("</", from: place) ?? bytes.count
    while end < bytes.count,
      !bytes.hasIgnoringCase(lower == "script" ? "script" : "style", at: end + 2)
    {
      end = bytes.first("</", from: end + 2) ?? bytes.count
    }
    text.replace(place..<end, with: content(bytes.slice(place..<end), type: "text/javascript"))
    return end
  }

  private static let voids: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr",
  ]

  /// What a label, such as the value of an attribute `name`, says of the value that it belongs to.
  private mutating func label(_ range: Range<Int>, in bytes: Bytes) -> Kind {
    bytes.slice(range).undone(by: TextCoding.withoutHTML) { judge($0, in: .field).kind }
  }

  private mutating func attribute(
    _ range: Range<Int>, as kind: Kind, of name: Bytes? = nil, isQuoted: Bool = true,
    into text: inout Rewriting
  ) {
    guard !range.isEmpty else { return }
    let clean = text.bytes.slice(range).undone(by: TextCoding.withoutHTML) {
      value($0, as: kind, of: name)
    }
    text.replace(range, with: clean.map { TextCoding.html($0, isQuoted: isQuoted) })
  }

  private static func attribute(
    from start: Int, in bytes: Bytes
  ) -> (name: Range<Int>, value: Range<Int>, next: Int)? {
    let end = bytes.place(of: endsAttribute, from: start)
    guard end > start, end < bytes.count else { return nil }
    var place = bytes.end(of: .white, from: end)
    guard bytes.has("=", at: place) else { return (start..<end, end..<end, end) }
    place = bytes.end(of: .white, from: place + 1)
    guard place < bytes.count else { return nil }
    let quote = bytes[place]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let last = bytes.place(of: endsValue, from: place)
      return (start..<end, place..<last, last)
    }
    let last = bytes.place(of: quote, from: place + 1)
    return (start..<end, place + 1..<last, min(last + 1, bytes.count))
  }
}

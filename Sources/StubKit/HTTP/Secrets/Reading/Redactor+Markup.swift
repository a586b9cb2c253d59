extension Redactor {
  private struct Element {
    let name: Bytes
    /// How the element's name, its labels and the elements around it judge its content.
    var says: SecretName

    /// Without the prefix of a namespace.
    var localName: Bytes {
      name.slice((name.lastIndex(of: .colon).map { $0 + 1 } ?? 0)..<name.count)
    }

    /// Whether a text here may name the next element: a few letters in a cell or `label`.
    func names(_ text: Bytes) -> Bool {
      (name.equals("td") || name.equals("label")) && text.count < 30
        && text.end(of: Redactor.inLabel) == text.count
    }

    var isKey: Bool { says.kind == .plain && name.equalsIgnoringASCIICase(lowercased: "key") }
  }

  /// How the text of an element such as `key` or `name` judges the next element; `isOfAny` if that
  /// may be any element, as in property lists, and not only a `value` or one that shows its text.
  private typealias Label = (name: SecretName, isOfAny: Bool)

  mutating func markup(_ bytes: Bytes) -> [UInt8]? {
    var text = Rewriting(bytes)
    var open: [Element] = []
    var label: Label?
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
          if !open[last].says.has(.naming), !Self.isShown(open[last].name) { label = nil }
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

  private static let inLabel: ByteSet = .letter + " -_"
  private static let less = UInt8(ascii: "<")
  private static let greater = UInt8(ascii: ">")
  private static let beginsName = ByteSet(0x80...0xFF) + .alphanumeric + "_?"
  private static let endsName: ByteSet = .white + "/>"
  private static let endsAttribute: ByteSet = endsName + "=<"
  private static let endsValue: ByteSet = .white + ">"
  private static let betweenData = Array("]]><![CDATA[".utf8)

  private mutating func text(
    _ range: Range<Int>, in open: [Element], under label: inout Label?, into text: inout Rewriting
  ) {
    let bytes = text.bytes
    let start = bytes.end(of: .white, from: range.lowerBound)
    guard start < range.upperBound else { return }
    var end = range.upperBound
    while bytes[end - 1] <= .space { end -= 1 }
    let last = open.last
    if let last, last.says.has(.naming) {
      label = (self.label(start..<end, in: bytes), last.isKey)
    } else if bytes[end - 1] == .colon || last?.names(bytes.slice(start..<end)) ?? false {
      label = (judge(bytes.slice(max(start, end - 40)..<end), in: .field), false)
    }
    value(at: start..<end, of: &text, in: .html, as: last?.says ?? .plain, of: last?.name)
  }

  /// Reads adjacent `CDATA` sections as one value; returns where to go on.
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
      value($0, as: open.last?.says ?? .plain, of: open.last?.name)
    }
    text.replace(start..<end, with: clean)
    return min(end + 3, bytes.count)
  }

  private mutating func tag(
    from start: Int, in open: inout [Element], under label: inout Label?, into text: inout Rewriting
  ) -> Int {
    let bytes = text.bytes
    var place = bytes.place(of: Self.endsName, from: start)
    var element = Element(name: bytes.slice(start..<place), says: .plain)
    let judgement = judge(element.localName, in: .field, under: open.last?.name)
    element.says = judgement
    let isShown = Self.isShown(element.name)
    if element.name.equals("th") || element.name.equals("dt") { element.says.meaning = .naming }
    let lower = element.name.count > 8 ? "" : element.name.text.asciiLowercased
    if lower == "input", let given = label {
      element.says.add(given.name)
      label = nil
    }
    let isClosed = attributes(from: &place, of: &element, into: &text)
    place = min(place + 1, bytes.count)
    if isClosed || Self.voids.contains(lower) { return place }
    if lower == "script" || lower == "style" {
      let closing: StaticString = lower == "script" ? "</script" : "</style"
      var end = bytes.place(of: Self.less, from: place)
      while end < bytes.count, !bytes.hasIgnoringCase(closing, at: end) {
        end = bytes.place(of: Self.less, from: end + 1)
      }
      text.replace(place..<end, with: content(bytes.slice(place..<end), type: "text/javascript"))
      return end
    }
    if let around = open.last?.says, around.kind >= .secret {
      let isPart = around.hidesObjects || isShown || judgement.has(.bare)
      element.says.add(isPart ? around : SecretName(.hinted))
    }
    if let given = label, given.isOfAny || isShown || judgement.has(.value),
      !element.says.has(.naming)
    {
      // In a property list, a key judges the array after it, but a dictionary has its own keys.
      // On a page, a word may describe the value: `<dt>password</dt><dd>string</dd>`.
      var name = given.name
      if isShown, name.kind < .named { name.kind = min(name.kind, .secret) }
      if lower != "dict" || name.hidesObjects { element.says.add(name) }
      label = nil
    }
    open.append(element)
    return place
  }

  /// Redacts a tag's attributes, which may judge its element; returns whether the tag closes it.
  private mutating func attributes(
    from place: inout Int, of element: inout Element, into text: inout Rewriting
  ) -> Bool {
    let bytes = text.bytes
    var ofValue = element.says
    // The judgement is nil for a value whose name may follow in another attribute.
    var found: [(value: Range<Int>, name: Bytes, judgement: SecretName?)] = []
    var named: SecretName?
    var id: Range<Int>?
    var isClosed = false
    // A tag ends at a bracket, even at one that opens another tag.
    while place < bytes.count, bytes[place] != Self.greater, bytes[place] != Self.less {
      guard let (attribute, value, next) = Self.attribute(from: place, in: bytes) else {
        isClosed = bytes[place] == .slash || bytes[place] == UInt8(ascii: "?")
        place += 1
        continue
      }
      (place, isClosed) = (next, false)
      let name = bytes.slice(attribute)
      let judgement = judge(name, in: .field, under: element.localName)
      // A `key` in a `session` is itself secret, and does not name another value.
      let isNaming = judgement.has(.naming) && judgement.kind == .plain
      if isNaming, name.equalsIgnoringASCIICase(lowercased: "id") {
        // An `id` names the element for scripts, and tells nothing of the element's text.
        id = value
      } else if isNaming {
        let label = self.label(value, in: bytes)
        if label.kind > named?.kind ?? .plain { named = label }
        element.says.add(label)
      }
      found.append((value, name, judgement.has(.value) ? nil : judgement))
    }
    if found.contains(where: { $0.judgement == nil }) {
      (named ?? id.map { label($0, in: bytes) }).map { ofValue.add($0) }
    }
    for (range, name, judgement) in found where !range.isEmpty {
      value(
        at: range, of: &text, in: .attribute, as: judgement ?? ofValue,
        of: judgement.map { _ in name })
    }
    return isClosed
  }

  /// Whether an element only shows its text, which may be the value for a label before it.
  private static func isShown(_ name: Bytes) -> Bool {
    name.count < 7 && shown.contains(name.text.asciiLowercased)
  }

  private static let shown: Set = [
    "b", "strong", "i", "em", "span", "code", "kbd", "samp", "tt", "td", "th", "dt", "dd", "label",
  ]

  private static let voids: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr",
  ]

  private mutating func label(_ range: Range<Int>, in bytes: Bytes) -> SecretName {
    bytes.slice(range).undone(by: .html) { judge(label: $0) }
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

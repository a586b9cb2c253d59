/// Bodies in parts, and the texts of GraphQL.
extension Redactor {
  /// A body whose parts stand between lines with a boundary; nil if it has none, or no secrets.
  mutating func parts(_ bytes: Bytes, boundary: [UInt8]) -> [UInt8]? {
    var text = Rewriting(bytes)
    guard var walk = PartWalk(bytes, boundary: boundary) else { return nil }
    while let part = walk.next() {
      func field(_ name: String) -> String? {
        let field = part.fields.last {
          bytes.slice($0.name).equalsIgnoringASCIICase(lowercased: name)
        }
        return field.map { bytes.slice($0.value).text[...].trimmingBlanks }
      }
      let content = bytes.slice(part.content)
      guard !content.isEmpty else { continue }
      let kind = field("content-disposition").map { self.kind(of: $0) } ?? .plain
      let type = field("content-type")
      let clean =
        kind == .plain ? self.content(content, type: type) : value(Array(content), as: kind)
      text.replace(part.content, with: clean)
    }
    return text.text
  }

  /// The name of a file may give the part away, but does not speak for it.
  private mutating func kind(of disposition: String) -> Kind {
    let parameters = HeaderParameters(disposition)
    let kinds = ["name", "filename"].flatMap { parameter -> [Kind] in
      guard let name = parameters[parameter] else { return [] }
      return [Redaction.Place.pair, .field].map { place in
        name.withBytes { judge($0, in: place).kind }
      }.filter { parameter == "name" || $0 != .kept }
    }
    return kinds.contains(.named) ? .named : kinds.contains(.kept) ? .kept : kinds.max() ?? .plain
  }

  private static let inWord: ByteSet = .alphanumeric + "_-.$"

  /// A text of GraphQL, whose literals have the names of their arguments.
  mutating func operation(_ bytes: Bytes) -> [UInt8]? {
    var text = Rewriting(bytes)
    var place = 0
    var (word, name): (Range<Int>, SecretName?) = (0..<0, nil)
    while place < bytes.count {
      switch bytes[place] {
      case .numberSign: place = bytes.place(of: .lineFeed, from: place)
      case UInt8(ascii: "\""):
        let isBlock = bytes.has("\"\"\"", at: place)
        let start = place + (isBlock ? 3 : 1)
        let end =
          isBlock
          ? bytes.first("\"\"\"", from: start) ?? bytes.count
          : min(bytes.endOfLiteral(from: place), bytes.count)
        let content = bytes.slice(start..<end)
        let literal = isBlock ? Array(content) : TextCoding.withoutJSON(content)
        let clean = value(literal, as: name?.kind ?? .plain)
        text.replace(start..<end, with: clean.map(TextCoding.json))
        place = min(end + start - place, bytes.count)
      case .colon:
        name = judge(bytes.slice(word), in: .field)
        place += 1
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "}"): (name, place) = (nil, place + 1)
      default:
        let end = bytes.end(of: Self.inWord, from: place)
        if end > place { word = place..<end }
        if end > place, bytes[place].isDigit || bytes[place] == 0x2D, let name,
          name.kind == .named || name.kind >= .secret && name.hidesNumbers
        {
          text.replace(word, with: replacement(ofNumber: bytes[word]))
        }
        place = max(end, place + 1)
      }
    }
    return text.text
  }
}

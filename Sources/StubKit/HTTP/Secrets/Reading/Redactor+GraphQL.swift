/// GraphQL texts, whose literals have the names of their arguments.
extension Redactor {
  mutating func operation(_ bytes: Bytes) -> [UInt8]? {
    var text = Rewriting(bytes)
    var place = 0
    var (word, name): (Range<Int>, Range<Int>?) = (0..<0, nil)
    while place < bytes.count {
      let byte = bytes[place]
      let start = place
      switch byte {
      case UInt8(ascii: "#"): place = bytes.firstPlace(from: place) { $0 == 10 } ?? bytes.count
      case UInt8(ascii: "\""):
        let end = Self.endOfLiteral(from: place, in: bytes)
        let quotes = bytes.hasBytes([0x22, 0x22, 0x22], at: place) ? 3 : 1
        let content = min(place + quotes, end)..<max(min(place + quotes, end), end - quotes)
        let literal = quotes == 3 ? Array(bytes[content]) : decoded(bytes.slice(content))
        if let clean = value(literal, as: kind(of: name, in: bytes)) {
          text.replace(content, with: TextCoding.json(clean))
        }
        place = end
      case .colon: (name, place) = (word, place + 1)
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "}"): (name, place) = (nil, place + 1)
      default:
        while place < bytes.count,
          bytes[place].isASCIIAlphanumeric || "_-.$".utf8.contains(bytes[place])
        { place += 1 }
        guard place > start else {
          place += 1
          continue
        }
        word = start..<place
        guard byte &- 0x30 < 10 || byte == 0x2D, hidesNumbers(name, in: bytes) else {
          continue
        }
        if let number = replacement(ofNumber: bytes[word]) { text.replace(word, with: number) }
      }
    }
    return text.text
  }

  private mutating func hidesNumbers(_ name: Range<Int>?, in bytes: Bytes) -> Bool {
    guard let name else { return false }
    let judgement = judge(bytes.slice(name), in: .field)
    return judgement.kind == .named || judgement.kind >= .secret && judgement.hidesNumbers
  }

  private mutating func kind(of name: Range<Int>?, in bytes: Bytes) -> Kind {
    name.map { judge(bytes.slice($0), in: .field).kind } ?? .plain
  }

  private static func endOfLiteral(from start: Int, in bytes: Bytes) -> Int {
    if bytes.hasBytes([0x22, 0x22, 0x22], at: start) {
      return bytes.first([0x22, 0x22, 0x22], from: start + 3).map { $0 + 3 } ?? bytes.count
    }
    var place = start + 1
    while place < bytes.count, bytes[place] != 0x22 { place += bytes[place] == 0x5C ? 2 : 1 }
    return min(place + 1, bytes.count)
  }
}

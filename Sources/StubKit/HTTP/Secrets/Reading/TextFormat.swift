/// How a text is read.
enum TextFormat: Equatable {
  case parts(boundary: [UInt8])
  case form
  case address
  case markup
  /// What begins like markup.
  case tagged
  /// The text of a GraphQL operation.
  case operation
  /// JSON in base64.
  case base64
  /// Rows of cells, of which the first one has the names.
  case table(separator: UInt8)
  /// A program or prose, in which only what stands in quotes is a value.
  case code
  /// No text: only looks count.
  case binary
  /// JSON, lines of it, events, anything with JSON in it, or nothing but lines.
  case text

  /// What a type says, or what the text looks like if it says nothing.
  init(of bytes: Redactor.Bytes, type: String?) {
    guard let header = type.map({ HeaderParameters($0) }) else {
      self.init(sniffing: bytes)
      return
    }
    let type = header.value
    var sniffed: TextFormat { TextFormat(sniffing: bytes) }
    switch type {
    case _ where type.hasPrefix("multipart/"):
      let boundary = header["boundary"].map { Array("--\($0)".utf8) }
      self = boundary.map { .parts(boundary: $0) } ?? sniffed
    case "application/x-www-form-urlencoded":
      let format = sniffed
      self = format == .text ? .form : format
    case _
    where type.contains("javascript") || type.contains("ecmascript")
      || ["text/css", "text/markdown"].contains(type):
      self = .code
    case "text/csv", "text/tab-separated-values":
      self = TableWalk.separator(in: bytes).map { .table(separator: $0) } ?? .text
    case "text/html", "application/xhtml+xml": self = .markup
    case "application/graphql": self = .operation
    case _ where type.hasSuffix("xml"): self = .markup
    case _ where type.hasPrefix("text/") || type.hasSuffix("json"):
      let format = sniffed
      self = format == .binary ? .text : format
    default: self = sniffed
    }
  }

  /// What a text without a type looks like.
  init(sniffing bytes: Redactor.Bytes) {
    self = .text
    guard let start = bytes.firstPlace(where: { $0 > 0x20 }) else { return }
    switch bytes[start] {
    case UInt8(ascii: "{"), .openBracket: return
    case UInt8(ascii: "<"):
      let isTag =
        start + 1 < bytes.count
        && (bytes[start + 1].isASCIIAlphanumeric || "!?_/".utf8.contains(bytes[start + 1]))
      if isTag { self = .tagged }
      return
    case UInt8(ascii: "-") where start == 0 && bytes.hasBytes([0x2D, 0x2D], at: 0):
      let line = bytes.firstPlace { $0 == 10 || $0 == 13 } ?? 0
      // It begins within 400 bytes, and has nine itself.
      let head = bytes.slice(line..<min(line + 408, bytes.count))
      if 3...80 ~= line, head.first(Array("form-data".utf8), from: 0) != nil {
        self = .parts(boundary: Array(bytes[..<line]))
      }
      return
    case UInt8(ascii: "q"), UInt8(ascii: "m"), UInt8(ascii: "s"), UInt8(ascii: "f"):
      for word in Self.operations
      where bytes.hasBytes(word, at: start) && start + word.count < bytes.count {
        guard bytes.firstPlace(from: start, where: { $0 == 0x7B }) != nil,
          " ({\n".utf8.contains(bytes[start + word.count])
        else { continue }
        self = .operation
        return
      }
    default: break
    }
    if Self.isBinary(bytes) {
      self = .binary
      return
    }
    // A text without blanks and quotes may be an address, a form, or JSON in base64.
    var (equals, isEncoded) = (false, true)
    let signs = Self.signs
    var place = start
    while place < bytes.count {
      switch signs[Int(bytes[place])] {
      case .inBase64: break
      case .end:
        if let separator = TableWalk.separator(in: bytes) { self = .table(separator: separator) }
        return
      case .equals: equals = true
      case .other: isEncoded = false
      }
      place += 1
    }
    if isEncoded, bytes.count >= 12, bytes[0] == UInt8(ascii: "e") || bytes[0] == UInt8(ascii: "W"),
      let first = Base64.decode(bytes.prefix(4))?.first, first == 0x7B || first == 0x5B
    {
      self = .base64
    } else if bytes[start] == .slash || bytes.first(Array("://".utf8), from: 0) != nil
      || equals && bytes.contains(.questionMark)
    {
      self = .address
    } else if equals {
      self = .form
    }
  }

  private enum Sign { case inBase64, equals, end, other }

  private static let signs: [Sign] = (0...255).map { byte in
    switch UInt8(byte) {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "{"): .end
    case .equals: .equals
    case .plus, .slash, UInt8(ascii: "-"), UInt8(ascii: "_"): .inBase64
    case let byte: byte.isASCIIAlphanumeric ? .inBase64 : .other
    }
  }

  private static let operations = ["query", "mutation", "subscription", "fragment"].map {
    Array($0.utf8)
  }

  private static func isBinary(_ bytes: Redactor.Bytes) -> Bool {
    var (count, place) = (0, 0)
    let end = min(bytes.count, 512)
    while place < end {
      let byte = bytes[place]
      if byte < 0x20 && (byte < 9 || byte > 13) || byte == 0x7F { count += 1 }
      place += 1
    }
    return count > 1
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first place of a byte that is meant, from a place on; nil if there is none.
  func firstPlace(from start: Int = 0, where isMeant: (UInt8) -> Bool) -> Int? {
    var place = start
    while place < count {
      if isMeant(self[place]) { return place }
      place += 1
    }
    return nil
  }

  /// As much as a word may have from a place on, and no half of a character.
  func longestWord(from start: Int) -> UnsafeBufferPointer<UInt8> {
    var end = Swift.min(start + 256, count)
    while end < count, self[end] & 0xC0 == 0x80 { end += 1 }
    return slice(start..<end)
  }

  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { .init(rebasing: self[range]) }
}

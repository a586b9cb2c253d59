import CStubKit

/// How a value is written in a text.
enum TextCoding {
  /// The content of a JSON string.
  case json
  /// A text between tags, and the value of an attribute.
  case html, attribute
  /// Percent-encoding, and that of forms, where a plus stands for a space.
  case percent, form
  /// A cell of a table, perhaps in quotes.
  case cell

  /// Undoes the escapes of a text; nil if it has none, or a malformed one in JSON.
  func undone(_ text: Bytes) -> [UInt8]? {
    guard text.place(of: signs) < text.count else { return nil }
    switch self {
    case .json:
      return ([0x22] + text + [0x22]).withUnsafeBufferPointer { quoted in
        let json = try? JSONParser.parse(quoted, isLenient: true)
        return json?.string.map { Array($0.utf8) }
      }
    case .cell:
      guard text.count > 1, text.first == 0x22, text.last == 0x22 else { return nil }
      var content = Array(text[1..<text.count - 1])
      content.replace([0x22, 0x22], with: [0x22])
      return content
    case .html, .attribute, .percent, .form:
      let isHTML = self == .html || self == .attribute
      return [UInt8](unsafeUninitializedCapacity: text.count) { room, count in
        guard let start = text.baseAddress, let out = room.baseAddress else { return }
        count = stubkit_unescape(start, text.count, isHTML, self == .form, out)
      }
    }
  }

  private var signs: ByteSet {
    switch self {
    case .json: Self.backslash
    case .html, .attribute: Self.ampersand
    case .percent: Self.percentSign
    case .form: Self.percentOrPlus
    case .cell: Self.quote
    }
  }

  private static let (backslash, ampersand, quote): (ByteSet, ByteSet, ByteSet) = ("\\", "&", "\"")
  private static let (percentSign, percentOrPlus): (ByteSet, ByteSet) = ("%", "%+")
  private static let plainInJSON: ByteSet = .alphanumeric + " +-_.,:;/=@#%&?!()*~"

  /// Writes a text in place of `other`, percent-encoded or in quotes only if `other` is, too.
  func written(_ text: [UInt8], like other: Bytes) -> [UInt8] {
    switch self {
    case .json, .html, .attribute: written(text)
    case .percent, .form, .cell:
      other.place(of: signs) < other.count ? written(text) : text
    }
  }

  func written(_ text: [UInt8]) -> [UInt8] {
    switch self {
    case .json:
      if text.withUnsafeBufferPointer({ $0.end(of: Self.plainInJSON) == $0.count }) { return text }
      let json = StubJSON.string(String(decoding: text, as: UTF8.self)).description
      return Array(json.utf8.dropFirst().dropLast())
    case .html, .attribute:
      var entities: [UInt8: String] = [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;"]
      if self == .attribute { (entities[0x22], entities[0x27]) = ("&quot;", "&#39;") }
      return text.flatMap { byte in entities[byte].map { Array($0.utf8) } ?? [byte] }
    case .percent, .form:
      return text.flatMap { byte -> [UInt8] in
        if byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte) { return [byte] }
        if byte == .space, self == .form { return [.plus] }
        return PercentDecoding.escape(byte)
      }
    case .cell: return [0x22] + text.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } + [0x22]
    }
  }
}

extension Bytes {
  /// Passes the decoded text to `read`, or the text itself if there is nothing to decode.
  func undone<Result>(by coding: TextCoding, _ read: (Bytes) -> Result) -> Result {
    guard let text = coding.undone(self) else { return read(self) }
    return text.withUnsafeBufferPointer(read)
  }
}

/// Texts as other texts hold them.
enum TextCoding {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  static func withoutPercent(_ bytes: Bytes, plusIsSpace: Bool = false) -> [UInt8] {
    guard bytes.contains(.percent) || plusIsSpace && bytes.contains(.plus) else {
      return Array(bytes)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let escaped = PercentDecoding.escaped(in: bytes, at: place)
      result.append(escaped ?? (plusIsSpace && bytes[place] == .plus ? .space : bytes[place]))
      place += escaped == nil ? 1 : 3
    }
    return result
  }

  static func percent(_ bytes: [UInt8], spaceIsPlus: Bool) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return bytes.flatMap { byte -> [UInt8] in
      if byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte) { return [byte] }
      if byte == .space, spaceIsPlus { return [.plus] }
      return [.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  /// What stands in a string of JSON.
  static func json(_ bytes: [UInt8]) -> [UInt8] {
    let text = StubJSON.string(String(decoding: bytes, as: UTF8.self)).description
    return Array(text.utf8.dropFirst().dropLast())
  }

  private static let entities: [(text: [UInt8], byte: UInt8)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"),
    ("&#x27;", "'"), ("&#x2F;", "/"), ("&#34;", "\""), ("&nbsp;", " "),
  ].map { (Array($0.0.utf8), UInt8(ascii: $0.1)) }

  static func withoutHTML(_ bytes: Bytes) -> [UInt8] {
    guard bytes.contains(.ampersand) else { return Array(bytes) }
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let entity =
        bytes[place] == .ampersand
        ? entities.first { bytes.hasBytes($0.text, at: place) } : nil
      result.append(entity?.byte ?? bytes[place])
      place += entity?.text.count ?? 1
    }
    return result
  }

  static func html(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte in entities.prefix(4).first { $0.byte == byte }?.text ?? [byte] }
  }
}

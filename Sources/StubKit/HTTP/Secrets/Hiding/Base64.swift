/// Base64 in either alphabet, with padding or without.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    for byte in text {
      let value: UInt8
      switch byte {
      case 0x41...0x5A: value = byte - 0x41
      case 0x61...0x7A: value = byte - 0x61 + 26
      case 0x30...0x39: value = byte - 0x30 + 52
      case .plus, UInt8(ascii: "-"): value = 62
      case .slash, UInt8(ascii: "_"): value = 63
      case .equals: continue
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  /// Encodes bytes without padding, in the usual alphabet.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 4 / 3 + 2)
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(letters[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { text.append(letters[Int(bits << UInt32(6 - count) & 63)]) }
    return text
  }

  /// Encodes bytes in the style of another text.
  static func encode(_ bytes: [UInt8], isURL: Bool, isPadded: Bool) -> [UInt8] {
    let padding = isPadded ? (3 - bytes.count % 3) % 3 : 0
    let text = encode(bytes) + [UInt8](repeating: .equals, count: padding)
    return isURL ? forURL(text) : text
  }

  /// Encodes bytes as they appear within other encoded bytes, for each of three offsets.
  ///
  /// Letters at the ends that also depend on the neighbours are left out.
  static func within(_ bytes: [UInt8]) -> [[UInt8]] {
    (0..<3).map { offset in
      let text = encode([UInt8](repeating: 0, count: offset) + bytes)
      let first = (offset * 8 + 5) / 6
      let last = (offset + bytes.count) * 8 / 6
      return Array(text[first..<last])
    }
  }

  static func forURL(_ text: [UInt8]) -> [UInt8] {
    text.map { $0 == .plus ? UInt8(ascii: "-") : $0 == .slash ? UInt8(ascii: "_") : $0 }
  }
}

import Foundation

/// Base64 in either alphabet, with padding or without.
package enum Base64 {
  static let letters: ByteSet = .alphanumeric + "+/-_"

  /// White space counts for nothing.
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var plain: [UInt8] = []
    for byte in text where byte > .space {
      switch byte {
      case UInt8(ascii: "-"): plain.append(.plus)
      case UInt8(ascii: "_"): plain.append(.slash)
      default: plain.append(byte)
      }
    }
    while plain.last == .equals { plain.removeLast() }
    // A single leftover letter holds less than a byte.
    guard plain.count % 4 != 1 else { return nil }
    plain += [UInt8](repeating: .equals, count: (4 - plain.count % 4) % 4)
    return Data(base64Encoded: Data(plain)).map { Array($0) }
  }

  static func encode(_ bytes: [UInt8], isURL: Bool = false, isPadded: Bool = false) -> [UInt8] {
    var text = Array(Data(bytes).base64EncodedString().utf8)
    while !isPadded, text.last == .equals { text.removeLast() }
    return isURL ? forURL(text) : text
  }

  /// Encodes bytes at each offset in a group of three, without letters that other bytes affect.
  static func within(_ bytes: [UInt8]) -> [[UInt8]] {
    (0..<3).map { offset in
      let text = encode([UInt8](repeating: 0, count: offset) + bytes)
      return Array(text[(offset * 8 + 5) / 6..<(offset + bytes.count) * 8 / 6])
    }
  }

  /// Rewrites the bytes that a base64 text encodes; nil if they stay, or if it is not base64.
  static func rewritten(_ text: Bytes, by rewrite: (Bytes) -> [UInt8]?) -> [UInt8]? {
    let isURL = text.place(of: "-_") < text.count
    // A text with signs of both alphabets is several texts side by side, such as parts of a path.
    guard !isURL || text.place(of: "+/") == text.count,
      let clean = decode(text)?.withUnsafeBufferPointer(rewrite)
    else { return nil }
    // A text that needed no padding may need it now.
    let isPadded = text.last == .equals || !isURL && text.count % 4 == 0
    return encode(clean, isURL: isURL, isPadded: isPadded)
  }

  static func forURL(_ text: [UInt8]) -> [UInt8] {
    let isSame = text.withUnsafeBufferPointer { $0.place(of: "+/") == $0.count }
    return isSame
      ? text : text.map { $0 == .plus ? UInt8(ascii: "-") : $0 == .slash ? UInt8(ascii: "_") : $0 }
  }
}

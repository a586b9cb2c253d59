import Foundation

/// Base64 in either alphabet, with padding or without.
enum Base64 {
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    Data(anyBase64: text).map { Array($0) }
  }

  static func encode(_ bytes: [UInt8], isURL: Bool = false, isPadded: Bool = false) -> [UInt8] {
    var text = Array(Data(bytes).base64EncodedString().utf8)
    while !isPadded, text.last == .equals { text.removeLast() }
    return isURL ? forURL(text) : text
  }

  /// Encodes bytes at each of three offsets, without the letters that neighbouring bytes change.
  static func within(_ bytes: [UInt8]) -> [[UInt8]] {
    (0..<3).map { offset in
      let text = encode([UInt8](repeating: 0, count: offset) + bytes)
      return Array(text[(offset * 8 + 5) / 6..<(offset + bytes.count) * 8 / 6])
    }
  }

  static func forURL(_ text: [UInt8]) -> [UInt8] {
    let isSame = text.withUnsafeBufferPointer { $0.place(of: "+/") == $0.count }
    return isSame
      ? text : text.map { $0 == .plus ? UInt8(ascii: "-") : $0 == .slash ? UInt8(ascii: "_") : $0 }
  }
}

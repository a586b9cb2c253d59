package import Foundation

extension Data {
  /// Decodes base64 with or without white space, padding and the URL-safe letters.
  package init?(anyBase64 text: some Sequence<UInt8>) {
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
    self.init(base64Encoded: Data(plain))
  }
}

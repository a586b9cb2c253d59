/// Texts with an encoding undone, byte by byte; what is no escape stays as it is.
enum DecodedText {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Without percent-encoding.
  static func percent(_ bytes: Bytes, plusIsSpace: Bool = false) -> [UInt8] {
    guard bytes.contains(.percent) || plusIsSpace && bytes.contains(.plus) else {
      return Array(bytes)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if let escaped = PercentDecoding.escaped(in: bytes, at: position) {
        result.append(escaped)
        position += 3
      } else {
        result.append(plusIsSpace && byte == .plus ? .space : byte)
        position += 1
      }
    }
    return result
  }

  /// With everything percent-encoded that means something in an address or a form.
  static func percentEncoded(_ bytes: [UInt8], spaceIsPlus: Bool) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      if byte.isASCIIAlphanumeric || byte == .dot || byte == 0x2D || byte == 0x5F || byte == 0x7E {
        result.append(byte)
      } else if byte == .space, spaceIsPlus {
        result.append(.plus)
      } else {
        result += [.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return result
  }

  /// What stands in a string of JSON, which stands in so many other strings.
  static func json(_ bytes: Bytes, layers: Int) -> [UInt8] {
    var text = Array(bytes)
    for _ in 0..<layers {
      guard text.contains(UInt8(ascii: "\\")) else { break }
      text = text.withUnsafeBufferPointer(DecodedView.withoutJSON)
    }
    return text
  }
}

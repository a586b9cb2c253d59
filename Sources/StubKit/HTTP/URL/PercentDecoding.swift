/// Percent-encoding undone, for paths, hosts, queries and forms.
package enum PercentDecoding {
  /// The text that the bytes stand for, or nil if that is not UTF-8 or an escape is cut short.
  package static func string(
    from bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool = false
  ) -> String? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == .percent {
        guard let escaped = escaped(in: bytes, at: position) else { return nil }
        decoded.append(escaped)
        position += 3
      } else {
        decoded.append(plusIsSpace && byte == .plus ? .space : byte)
        position += 1
      }
    }
    return String(validUTF8: decoded)
  }

  /// Whether the bytes, decoded, are exactly this text; nothing is allocated when they are.
  ///
  /// Bytes that cannot be decoded are compared as they are written.
  @inline(__always)
  static func bytes(_ bytes: UnsafeBufferPointer<UInt8>, spell text: String) -> Bool {
    text.withBytes { self.bytes(bytes, spell: $0) }
  }

  /// The same for a text in UTF-8, and for bytes of which it may be known that nothing is encoded.
  @inline(__always)
  static func bytes(
    _ bytes: UnsafeBufferPointer<UInt8>, spell text: UnsafeBufferPointer<UInt8>,
    ifEncoded isEncoded: Bool = true
  ) -> Bool {
    guard isEncoded else { return bytes.equals(text) }
    // Decoding only ever shortens: most pairs that differ are told apart by their lengths.
    let length = text.count
    guard bytes.count >= length else { return false }
    if bytes.count == length, !bytes.equals(text) { return false }
    if bytes.contains(.percent) { return encodedBytes(bytes, spell: text) }
    return bytes.count == length
  }

  private static func encodedBytes(
    _ bytes: UnsafeBufferPointer<UInt8>, spell text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var expected = text.makeIterator()
    var position = 0
    while position < bytes.count {
      var byte = bytes[position]
      if byte == .percent {
        guard let escaped = escaped(in: bytes, at: position) else { return bytes.equals(text) }
        byte = escaped
        position += 2
      }
      position += 1
      guard expected.next() == byte else {
        return bytes.equals(text) && string(from: bytes) == nil
      }
    }
    return expected.next() == nil
  }

  /// Hands bytes to `body`, decoded if need be; those that cannot be decoded stay as they are.
  @inline(__always)
  static func withDecoded<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, ifEncoded isEncoded: Bool = true,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard isEncoded, bytes.contains(.percent), var decoded = string(from: bytes) else {
      return body(bytes)
    }
    return decoded.withUTF8(body)
  }

  /// The byte that an escape such as `%2F` stands for; nil if none stands at the place.
  @inline(__always)
  static func escaped(in bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt8? {
    guard bytes[position] == .percent, position + 2 < bytes.count,
      let high = hexDigit(bytes[position + 1]), let low = hexDigit(bytes[position + 2])
    else { return nil }
    return high << 4 | low
  }

  /// The value of a hexadecimal digit, or nil for any other byte.
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
    default: nil
    }
  }
}

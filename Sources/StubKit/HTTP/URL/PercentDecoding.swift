package enum PercentDecoding {
  /// The decoded text, or nil if it is not UTF-8 or an escape is malformed.
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

  /// Whether the bytes decode to exactly this text, found out without allocating if they do.
  ///
  /// Bytes that cannot be decoded are compared as they are.
  @inline(__always)
  static func bytes(_ bytes: UnsafeBufferPointer<UInt8>, spell text: String) -> Bool {
    text.withBytes { self.bytes(bytes, spell: $0) }
  }

  /// - Parameter isEncoded: False if the bytes are known to hold no percent sign.
  @inline(__always)
  static func bytes(
    _ bytes: UnsafeBufferPointer<UInt8>, spell text: UnsafeBufferPointer<UInt8>,
    ifEncoded isEncoded: Bool = true
  ) -> Bool {
    guard isEncoded else { return bytes.equals(text) }
    // Decoding only ever shortens, so comparing lengths tells most different pairs apart.
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

  /// Passes the decoded bytes to `body`; bytes that cannot be decoded are passed as they are.
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

  /// The byte that an escape such as `%2F` encodes; nil if there is no escape at this position.
  @inline(__always)
  static func escaped(in bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt8? {
    guard bytes[position] == .percent, position + 2 < bytes.count,
      let high = hexDigit(bytes[position + 1]), let low = hexDigit(bytes[position + 2])
    else { return nil }
    return high << 4 | low
  }

  package static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
    default: nil
    }
  }
}

import StubKit

extension String {
  /// This address or path, with `%` escapes for the bytes that may not stand in it.
  ///
  /// Foundation escapes such bytes, too, but then also the `%` of each escape beside them.
  var escapedAddress: String {
    guard utf8.contains(where: { Self.mayNeedEscape[Int($0)] }) else { return self }
    let bytes = Array(utf8)
    var escaped: [UInt8] = []
    escaped.reserveCapacity(bytes.count + 16)
    // The authority is left to Foundation, since it may have the brackets of an IPv6 address.
    let authority = Self.authority(of: bytes)
    bytes.withUnsafeBufferPointer { bytes in
      for (position, byte) in bytes.enumerated() {
        if authority.contains(position) || !Self.mayNeedEscape[Int(byte)]
          || PercentDecoding.escaped(in: bytes, at: position) != nil
        {
          escaped.append(byte)
        } else {
          escaped += PercentDecoding.escape(byte)
        }
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static let mayNeedEscape = (0...UInt8.max).map { byte in
    byte <= 0x20 || byte >= 0x7F || "%\"<>\\^`{|}[]".utf8.contains(byte)
  }

  private static func authority(of bytes: [UInt8]) -> Range<Int> {
    guard let colon = bytes.firstIndex(where: "/?#:".utf8.contains),
      bytes[colon...].starts(with: "://".utf8)
    else { return 0..<0 }
    let start = colon + 3
    return start..<(bytes[start...].firstIndex(where: "/?#".utf8.contains) ?? bytes.count)
  }
}

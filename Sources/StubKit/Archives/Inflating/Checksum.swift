enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in
      sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
    }
  }

  /// The checksum of gzip.
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8
    }
  }

  /// The checksum of zlib.
  static func adler32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}

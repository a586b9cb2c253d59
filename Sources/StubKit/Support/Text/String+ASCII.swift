extension String {
  /// Whether two strings are equal when `A`–`Z` and `a`–`z` are the same; nothing else folds.
  @inline(__always)
  func equalsIgnoringASCIICase(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withBytes { bytes in other.withBytes { bytes.equalsIgnoringASCIICase($0) } }
  }

  /// Whether the bytes of both are equal when `A`–`Z` and `a`–`z` are; nothing else folds.
  @inline(__always)
  func equalsIgnoringASCIICase(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count == other.count else { return false }
    return withBytes { $0.equalsIgnoringASCIICase(other) }
  }

  /// Whether two strings have the same bytes; Swift's `==` also compares canonical equivalents as equal.
  @inline(__always)
  func equalsByteForByte(_ other: String) -> Bool {
    withBytes { $0.equals(other) }
  }

  /// The text with `A`–`Z` turned into `a`–`z`; nothing else folds.
  package var asciiLowercased: String {
    String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }
}

extension UInt8 {
  /// The byte with `A`–`Z` turned into `a`–`z`.
  @inline(__always)
  var asciiLowercased: UInt8 {
    self &- 0x41 < 26 ? self | 0x20 : self
  }
}

extension String {
  /// Whether two strings are equal when `A`–`Z` and `a`–`z` are the same; nothing else folds.
  @inline(__always)
  func equalsIgnoringASCIICase(_ other: String) -> Bool {
    var left = utf8.makeIterator()
    var right = other.utf8.makeIterator()
    guard utf8.count == other.utf8.count else { return false }
    while let byte = left.next(), let otherByte = right.next() {
      if byte != otherByte, byte.asciiLowercased != otherByte.asciiLowercased { return false }
    }
    return true
  }

  /// The text with `A`–`Z` turned into `a`–`z`; nothing else folds.
  var asciiLowercased: String {
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

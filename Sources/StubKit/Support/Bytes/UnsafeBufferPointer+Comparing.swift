import Foundation

extension UnsafeBufferPointer<UInt8> {
  @inline(__always)
  func equals(_ text: String) -> Bool {
    text.withBytes { $0.count == count && isSame($0, at: 0) }
  }

  @inline(__always)
  func equals(_ other: Self) -> Bool {
    count == other.count && isSame(other, at: 0)
  }

  @inline(__always)
  func starts(withBytes other: Self) -> Bool {
    count >= other.count && isSame(other, at: 0)
  }

  @inline(__always)
  func starts(with text: String) -> Bool {
    text.withBytes { $0.count <= count && isSame($0, at: 0) }
  }

  @inline(__always)
  func ends(with text: String) -> Bool {
    text.withBytes { $0.count <= count && isSame($0, at: count - $0.count) }
  }

  /// Whether the bytes, with their ASCII case ignored, are the UTF-8 of a lowercased text.
  @inline(__always)
  package func equalsIgnoringASCIICase(lowercased text: String) -> Bool {
    text.withBytes { equalsIgnoringASCIICase($0) }
  }

  /// Whether the bytes are equal when `A`–`Z` and `a`–`z` are.
  ///
  /// It compares eight at a time, since the case of a header field's name rarely is the expected one.
  @inline(__always)
  func equalsIgnoringASCIICase(_ other: Self) -> Bool {
    guard other.count == count else { return false }
    guard count > 0, let start = UnsafeRawPointer(baseAddress),
      let otherStart = UnsafeRawPointer(other.baseAddress)
    else { return true }
    guard count >= 8 else {
      return ByteWords.areSameIgnoringASCIICase(
        ByteWords.word(of: start, count: count), ByteWords.word(of: otherStart, count: count))
    }
    var position = 0
    while position < count {
      // The last word may overlap the one before it, as in `ByteHash`.
      position = Swift.min(position, count &- 8)
      guard
        ByteWords.areSameIgnoringASCIICase(
          start.loadUnaligned(fromByteOffset: position, as: UInt64.self),
          otherStart.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      else { return false }
      position &+= 8
    }
    return true
  }

  package var text: String { String(decoding: self, as: UTF8.self) }

  @inline(__always)
  private func isSame(_ other: Self, at offset: Int) -> Bool {
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return memcmp(start + offset, otherStart, other.count) == 0
  }
}

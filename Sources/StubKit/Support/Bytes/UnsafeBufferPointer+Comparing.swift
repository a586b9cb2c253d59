import Foundation

/// Bytes compared with text, in place.
extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are exactly the UTF-8 of a text.
  @inline(__always)
  func equals(_ text: String) -> Bool {
    text.withBytes { $0.count == count && isSame($0, at: 0) }
  }

  /// Whether the bytes are exactly these.
  @inline(__always)
  func equals(_ other: Self) -> Bool {
    count == other.count && isSame(other, at: 0)
  }

  /// Whether the bytes start with others.
  @inline(__always)
  func starts(withBytes other: Self) -> Bool {
    count >= other.count && isSame(other, at: 0)
  }

  /// Whether the bytes start with the UTF-8 of a text.
  @inline(__always)
  func starts(with text: String) -> Bool {
    text.withBytes { $0.count <= count && isSame($0, at: 0) }
  }

  /// Whether the bytes end with the UTF-8 of a text.
  @inline(__always)
  func ends(with text: String) -> Bool {
    text.withBytes { $0.count <= count && isSame($0, at: count - $0.count) }
  }

  /// Whether the bytes are the UTF-8 of a lowercased text when their own ASCII case is ignored.
  @inline(__always)
  package func equalsIgnoringASCIICase(lowercased text: String) -> Bool {
    text.withBytes { equalsIgnoringASCIICase($0) }
  }

  /// Whether the bytes are the same when `A`–`Z` and `a`–`z` are.
  ///
  /// Eight at a time, since the name of a header field rarely comes in the case that is looked for, and
  /// then every byte counts.
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

  /// The bytes as text, with anything that is not UTF-8 replaced.
  package var text: String { String(decoding: self, as: UTF8.self) }

  /// Whether other bytes, which must fit, stand at a place.
  @inline(__always)
  private func isSame(_ other: Self, at offset: Int) -> Bool {
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return memcmp(start + offset, otherStart, other.count) == 0
  }
}

extension String {
  /// Runs `body` with the UTF-8 bytes, which lie in one piece in every native string.
  @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var native = self
    return native.withUTF8(body)
  }
}

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
  func equalsIgnoringASCIICase(lowercased text: String) -> Bool {
    text.withBytes { equalsIgnoringASCIICase($0) }
  }

  /// Whether the bytes are the same when `A`–`Z` and `a`–`z` are.
  @inline(__always)
  func equalsIgnoringASCIICase(_ other: Self) -> Bool {
    guard other.count == count else { return false }
    // Most are written in the same case.
    if isSame(other, at: 0) { return true }
    for index in 0..<count where self[index].asciiLowercased != other[index].asciiLowercased {
      return false
    }
    return true
  }

  /// The bytes as text, with anything that is not UTF-8 replaced.
  var text: String { String(decoding: self, as: UTF8.self) }

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
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var native = self
    return native.withUTF8(body)
  }
}

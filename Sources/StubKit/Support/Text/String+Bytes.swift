import Foundation

extension String {
  /// Runs `body` with the UTF-8 bytes, which lie in one piece in every native string.
  @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var native = self
    return native.withUTF8(body)
  }

  /// Decodes UTF-8; nil if the bytes are invalid.
  ///
  /// `String(validating:as:)` does the same, but Apple's platforms have it only since macOS 15.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    // Invalid bytes are replaced, and then the text has other bytes than it was made from.
    self.init(decoding: bytes, as: UTF8.self)
    let count = bytes.count
    let isSame = withUTF8 { text in
      guard text.count == count else { return false }
      return bytes.withContiguousStorageIfAvailable { text.equals($0) } ?? text.elementsEqual(bytes)
    }
    guard isSame else { return nil }
  }

  /// Whether two strings are equal when `A`–`Z` and `a`–`z` are; nothing else folds.
  @inline(__always)
  func equalsIgnoringASCIICase(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withBytes { bytes in other.withBytes { bytes.equalsIgnoringASCIICase($0) } }
  }

  @inline(__always)
  func equalsIgnoringASCIICase(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count == other.count else { return false }
    return withBytes { $0.equalsIgnoringASCIICase(other) }
  }

  /// Whether two strings have the same bytes; Swift's `==` also compares canonical equivalents as equal.
  @inline(__always)
  func equalsByteForByte(_ other: String) -> Bool { withBytes { $0.equals(other) } }

  /// The text with `A`–`Z` turned into `a`–`z`; nothing else folds.
  package var asciiLowercased: String {
    String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }
}

extension Data {
  /// The same bytes with indices from zero, copied if they are a slice.
  ///
  /// Clients that count from zero would crash on a slice, and so would a plan's ranges.
  var basedAtZero: Data {
    startIndex == 0 ? self : subdata(in: startIndex..<endIndex)
  }
}

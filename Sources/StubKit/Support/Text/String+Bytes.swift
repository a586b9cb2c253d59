import Foundation

extension String {
  /// Runs `body` with the UTF-8 bytes, which are contiguous in every native string.
  @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var native = self
    return native.withUTF8(body)
  }

  /// Nil if the bytes are invalid; Apple's platforms have `String(validating:as:)` only since macOS 15.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    // Decoding replaces invalid bytes, so that the text's bytes then differ.
    self.init(decoding: bytes, as: UTF8.self)
    let count = bytes.count
    let isSame = withUTF8 { text in
      guard text.count == count else { return false }
      return bytes.withContiguousStorageIfAvailable { text.equals($0) } ?? text.elementsEqual(bytes)
    }
    guard isSame else { return nil }
  }

  /// Ignores the case of `A`–`Z` only.
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

  /// Changes only `A`–`Z`.
  package var asciiLowercased: String {
    String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }
}

extension Data {
  /// With indices from zero, since clients and plans that count from zero would crash on a slice.
  var basedAtZero: Data { startIndex == 0 ? self : subdata(in: startIndex..<endIndex) }
}

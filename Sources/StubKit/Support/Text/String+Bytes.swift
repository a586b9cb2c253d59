package import Foundation

extension String {
  /// A string that is not native, such as one that Foundation has made, is copied first.
  @inline(__always)
  package func withBytes<Result>(_ body: (Bytes) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var native = self
    return native.withUTF8(body)
  }

  /// Nil for invalid bytes; Apple's platforms lack `String(validating:as:)` before macOS 15.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    // Decoding replaces invalid bytes, so the text's bytes then differ.
    self.init(decoding: bytes, as: UTF8.self)
    let count = bytes.count
    let isSame = withUTF8 { text in
      guard text.count == count else { return false }
      return bytes.withContiguousStorageIfAvailable { text.equals($0) } ?? text.elementsEqual(bytes)
    }
    guard isSame else { return nil }
  }

  @inline(__always)
  func equalsIgnoringASCIICase(_ other: String) -> Bool {
    other.withBytes { equalsIgnoringASCIICase($0) }
  }

  @inline(__always)
  func equalsIgnoringASCIICase(_ other: Bytes) -> Bool {
    guard utf8.count == other.count else { return false }
    return withBytes { $0.equalsIgnoringASCIICase(other) }
  }

  /// Swift's `==` would also take canonical equivalents for equal.
  @inline(__always)
  func equalsByteForByte(_ other: String) -> Bool { withBytes { $0.equals(other) } }

  package var asciiLowercased: String {
    String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }
}

extension UInt8 {
  @inline(__always)
  var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension Dictionary where Key == String {
  /// The value for a name with the same bytes; the plain subscript finds canonical equivalents, too.
  package subscript(named name: String) -> Value? {
    index(forKey: name).flatMap { self[$0].key.equalsByteForByte(name) ? self[$0].value : nil }
  }
}

extension Data {
  /// The data with indices from zero, as clients and plans expect: they would crash on a slice.
  package var basedAtZero: Data { startIndex == 0 ? self : subdata(in: startIndex..<endIndex) }
}

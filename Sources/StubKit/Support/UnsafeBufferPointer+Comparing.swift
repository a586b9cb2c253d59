/// Bytes compared with text, in place.
extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are exactly the UTF-8 of a text.
  @inline(__always)
  func equals(_ text: String) -> Bool {
    count == text.utf8.count && elementsEqual(text.utf8)
  }

  /// Whether the bytes start with the UTF-8 of a text.
  @inline(__always)
  func starts(with text: String) -> Bool {
    count >= text.utf8.count && starts(with: text.utf8)
  }

  /// Whether the bytes end with the UTF-8 of a text.
  @inline(__always)
  func ends(with text: String) -> Bool {
    let length = text.utf8.count
    guard count >= length else { return false }
    return self[(count - length)...].elementsEqual(text.utf8)
  }

  /// Whether the bytes are the UTF-8 of a lowercased text when their own ASCII case is ignored.
  @inline(__always)
  func equalsIgnoringASCIICase(lowercased text: String) -> Bool {
    count == text.utf8.count && elementsEqual(text.utf8) { $0.asciiLowercased == $1 }
  }

  /// The bytes as text, with anything that is not UTF-8 replaced.
  var text: String { String(decoding: self, as: UTF8.self) }
}

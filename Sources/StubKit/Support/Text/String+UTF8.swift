extension String {
  /// Decodes UTF-8; nil if the bytes are invalid.
  ///
  /// `String(validating:as:)` does the same, but Apple's platforms have it only since macOS 15.
  init?(validUTF8 bytes: some Collection<UInt8>) {
    // Invalid bytes are replaced, and then the text has other bytes than it was made from.
    self.init(decoding: bytes, as: UTF8.self)
    let count = bytes.count
    let isSame = withUTF8 { text in
      guard text.count == count else { return false }
      return bytes.withContiguousStorageIfAvailable { text.equals($0) } ?? text.elementsEqual(bytes)
    }
    guard isSame else { return nil }
  }
}

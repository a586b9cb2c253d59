extension String {
  /// The text that bytes are the UTF-8 of; nil if they are not UTF-8.
  ///
  /// `String(validating:as:)` says the same, but Apple's platforms have it only since macOS 15.
  init?(validUTF8 bytes: some Collection<UInt8>) {
    // Whatever is not UTF-8 is replaced, and then the text has other bytes than it was made from.
    self.init(decoding: bytes, as: UTF8.self)
    let count = bytes.count
    let isSame = withUTF8 { text in
      guard text.count == count else { return false }
      return bytes.withContiguousStorageIfAvailable { text.equals($0) } ?? text.elementsEqual(bytes)
    }
    guard isSame else { return nil }
  }
}

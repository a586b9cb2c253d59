extension String {
  /// Whether the text, the name of a query item or a field, can stand before a colon as it is.
  var isPlainFieldName: Bool {
    !isEmpty && utf8.count <= 100
      && utf8.allSatisfy { byte in
        byte &- UInt8(ascii: "0") < 10 || byte.asciiLowercased &- UInt8(ascii: "a") < 26
          || "_-.[]$".utf8.contains(byte)
      }
  }
}

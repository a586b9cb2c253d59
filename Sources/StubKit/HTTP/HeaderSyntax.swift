/// Checks a status and header fields against the syntax of HTTP.
enum HeaderSyntax {
  /// A message about the first violation; nil if there is none.
  ///
  /// - Parameter isRecorded: Whether a server sent the response. Servers ignore the standard, so any
  ///   three-digit status is accepted then.
  static func objection(
    toStatus status: Int, headers: StubHeaders, isRecorded: Bool = false
  ) -> String? {
    guard 100...(isRecorded ? 999 : 599) ~= status else {
      return "\(status) is not an HTTP status: the stub's response needs one from 100 to 599."
    }
    for field in headers {
      if !isName(field.name) {
        return
          "\"\(escaped(field.name))\" is not a valid name for a header field of the stub's response."
      }
      if field.value.utf8.contains(where: isForbiddenInValue) {
        return """
          The header \(field.name) of the stub's response has a line break or a NUL in its value: \
          "\(escaped(field.value))".
          """
      }
    }
    return nil
  }

  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(isTokenByte)
  }

  /// Whether a byte is a letter, a digit or a sign that RFC 9110 allows in a token.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func isForbiddenInValue(_ byte: UInt8) -> Bool {
    byte == 0 || byte == 10 || byte == 13
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
  }
}

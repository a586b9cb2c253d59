package enum HeaderSyntax {
  /// Nil if all is valid; a recorded status may go up to 999, since some servers send such values.
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
      if field.value.utf8.contains(where: { $0 == 0 || $0 == .lineFeed || $0 == .carriageReturn }) {
        return """
          The header \(field.name) of the stub's response has a line break or a NUL in its value: \
          "\(escaped(field.value))".
          """
      }
    }
    return nil
  }

  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(inName.contains)
  }

  private static let inName = ByteSet.alphanumeric + "!#$%&'*+-.^_`|~"

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
  }
}

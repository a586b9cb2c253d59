import StubKit

enum HeaderLines {
  /// Reads fields up to a blank line or the end, and joins folded lines.
  static func headers(from reader: inout LineReader) throws(ArchiveError) -> StubHeaders {
    var headers = StubHeaders()
    // The value is kept as bytes, because a line can be folded within a character.
    var open: (name: String, value: [UInt8])?
    func close() {
      if let open { headers.append(open.value[...].text, for: open.name) }
    }
    while true {
      let line = reader.next()
      guard !line.bytes.isEmpty else { break }
      if line.bytes.contains(where: { $0 == 0 || $0 == .carriageReturn }) {
        throw ArchiveError(expected: "a header field without NUL or line breaks", at: line)
      }
      if line.bytes.first?.isBlank ?? false {
        guard open != nil else { throw ArchiveError(expected: Self.field, at: line) }
        let more = line.bytes.trimmed
        if !(open?.value.isEmpty ?? true), !more.isEmpty { open?.value.append(.space) }
        open?.value += more
        continue
      }
      close()
      guard let field = field(in: line.bytes) else {
        throw ArchiveError(expected: Self.field, at: line)
      }
      open = field
    }
    close()
    return headers
  }

  /// Nil if there is no valid name before a colon.
  static func field(in line: ArraySlice<UInt8>) -> (name: String, value: [UInt8])? {
    guard let colon = line.firstIndex(of: .colon) else { return nil }
    let name = line[..<colon].text
    guard HeaderSyntax.isName(name) else { return nil }
    return (name, Array(line[(colon + 1)...].trimmed))
  }

  private static let field = #"a header field such as "Name: value" or a blank line"#
}

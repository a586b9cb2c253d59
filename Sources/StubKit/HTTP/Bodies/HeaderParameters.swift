/// A header value with parameters: `form-data; name="photo"; filename="a.png"`.
package struct HeaderParameters {
  /// The text before the first semicolon, in lower case.
  package let value: String
  let parameters: [(name: String, value: String)]

  package init(_ text: String) {
    let pieces = Self.pieces(of: text, separatedBy: ";")
    value = pieces[0].asciiLowercased
    parameters = pieces.dropFirst().compactMap { piece in
      guard let equals = piece.firstIndex(of: "=") else { return nil }
      let name = piece[..<equals].trimmingBlanks.asciiLowercased
      return (name, Self.unquoted(piece[piece.index(after: equals)...].trimmingBlanks))
    }
  }

  package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Returns at least one piece; separators in quotes do not count.
  static func pieces(of text: String, separatedBy separator: Unicode.Scalar) -> [String] {
    var (isQuoted, isEscaped) = (false, false)
    // By bytes, because a quote followed by a combining accent is another `Character`.
    let pieces = text.utf8.split(omittingEmptySubsequences: false) { byte in
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped && isQuoted
      return byte == UInt8(ascii: separator) && !isQuoted
    }
    return pieces.map { Substring($0).trimmingBlanks }
  }

  private static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""),
      text.utf8.last == UInt8(ascii: "\"")
    else { return text }
    var result = ""
    var isEscaped = false
    for scalar in text.unicodeScalars.dropFirst().dropLast() {
      // Only `"` and `\` are unescaped, since a Windows path contains backslashes.
      if isEscaped, scalar != "\"", scalar != "\\" { result.unicodeScalars.append("\\") }
      isEscaped = scalar == "\\" && !isEscaped
      if !isEscaped { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

extension Substring {
  package var trimmingBlanks: String {
    var bytes = utf8.drop(while: \.isBlank)
    while bytes.last?.isBlank ?? false { bytes.removeLast() }
    return String(Substring(bytes))
  }
}

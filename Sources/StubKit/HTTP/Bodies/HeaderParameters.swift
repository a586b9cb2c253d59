/// A header's value with its parameters: `form-data; name="photo"; filename="a.png"`.
struct HeaderParameters {
  /// What stands before the first semicolon, in lower case.
  let value: String
  /// The parameters in their order, their names in lower case.
  private let parameters: [(name: String, value: String)]

  init(_ text: String) {
    let pieces = Self.pieces(of: text, separatedBy: ";")
    self.init(value: pieces[0].asciiLowercased, pieces.dropFirst())
  }

  /// Reads parameters that have been found one by one; what has no equals sign is none.
  init(value: String, _ pieces: some Sequence<String>) {
    self.value = value
    parameters = pieces.compactMap { piece in
      guard let equals = piece.firstIndex(of: "=") else { return nil }
      let name = piece[..<equals].trimmingBlanks.asciiLowercased
      return (name, Self.unquoted(piece[piece.index(after: equals)...].trimmingBlanks))
    }
  }

  /// The value of the first parameter of this name, or nil if there is none.
  subscript(name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  /// What stands between the separators, at least one piece; a separator in quotes is none.
  static func pieces(of text: String, separatedBy separator: Unicode.Scalar) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var (isQuoted, isEscaped) = (false, false)
    // By scalars: with an accent after it a quote is another character, and a quote all the same.
    for scalar in text.unicodeScalars {
      if scalar == separator, !isQuoted {
        pieces.append(piece[...].trimmingBlanks)
        piece = ""
        continue
      }
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = scalar == "\\" && !isEscaped && isQuoted
      piece.unicodeScalars.append(scalar)
    }
    return pieces + [piece[...].trimmingBlanks]
  }

  /// The text without its quotes and what they escape; one without quotes stays as it is.
  private static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""),
      text.utf8.last == UInt8(ascii: "\"")
    else { return text }
    var result = ""
    var isEscaped = false
    for scalar in text.unicodeScalars.dropFirst().dropLast() {
      // Only these two need it: a path of Windows has others that are meant.
      if isEscaped, scalar != "\"", scalar != "\\" { result.unicodeScalars.append("\\") }
      isEscaped = scalar == "\\" && !isEscaped
      if !isEscaped { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

extension Substring {
  /// The text without spaces and tabs at its ends.
  var trimmingBlanks: String {
    var bytes = utf8.drop(while: \.isBlank)
    while bytes.last?.isBlank ?? false { bytes.removeLast() }
    return String(Substring(bytes))
  }
}

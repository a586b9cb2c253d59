/// Texts as parts of messages.
extension String {
  /// The text as a Swift string literal, in quotes and escaped.
  package var swiftLiteral: String {
    // Compared by scalars: a quote with a combining accent is another character, and still a quote.
    guard utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      return "\"" + withVisibleControls + "\""
    }
    var content = ""
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { content.unicodeScalars.append("\\") }
      content.unicodeScalars.append(scalar)
    }
    return "\"" + content.withVisibleControls + "\""
  }

  /// The text as the beginning of a sentence.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text, cut short with an ellipsis if it is long.
  package func shortened(to limit: Int = 200) -> String {
    guard utf8.count > limit, let end = index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return self[..<end] + "…"
  }

  /// Whether the text, the name of a query item or a field, can stand before a colon as it is.
  var isPlainFieldName: Bool {
    !isEmpty && utf8.count <= 100
      && utf8.allSatisfy {
        $0.isDigit || $0.asciiLowercased &- 0x61 < 26 || "_-.[]$".utf8.contains($0)
      }
  }
}

extension Sequence<String> {
  /// The texts as one phrase: `a`, `a and b`, `a, b and c`.
  package var phrase: String {
    let parts = Array(self)
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}

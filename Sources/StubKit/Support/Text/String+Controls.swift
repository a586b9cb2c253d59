extension String {
  /// Escapes characters that are invisible or change how the rest is shown, such as line breaks.
  package var withVisibleControls: String {
    // Nearly all texts are plain.
    if withBytes({ $0.allSatisfy { 0x20..<0x7F ~= $0 } }) { return self }
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var text = ""
    var last: Unicode.Scalar = " "
    for (scalar, next) in zip(unicodeScalars, unicodeScalars.dropFirst() + [" "]) {
      // U+FE0E and U+FE0F select the look of an emoji, and U+200D joins the next one to it.
      let isOfEmoji =
        switch scalar.value {
        // After a digit, a selector is visible only as part of a keycap.
        case 0xFE0E, 0xFE0F: last.properties.isEmoji && (last.value > 0x7F || next.value == 0x20E3)
        case 0x200D: (last.isPicture || last.value == 0xFE0F) && next.isPicture
        default: false
        }
      let isShown = !scalar.isControl || isOfEmoji
      if isShown { text.unicodeScalars.append(scalar) } else { text += scalar.escape }
      last = isShown ? scalar : " "
    }
    return text
  }

  /// For lines that StubKit has put together; line breaks in foreign texts are already escaped.
  package var linesWithVisibleControls: String {
    if withBytes({ $0.allSatisfy { 0x20..<0x7F ~= $0 || $0 == 0x0A } }) { return self }
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).withVisibleControls }.joined(separator: "\n")
  }

  /// Marks each line after the first, so that foreign text cannot be taken for lines of a report.
  var asQuotedLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    | ")
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is invisible, affects the text around it, or joins the letter before it.
  ///
  /// A letter with a combining accent looks like one accented letter, but their bytes differ.
  var isControl: Bool {
    if value < 0x7F { return value < 0x20 }
    if Self.joining.contains(where: { $0.contains(value) }) { return true }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    // Fillers, selectors and the like are invisible.
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// Accents, the letters of Korean syllables, and the voicing marks of Japanese.
  private static let joining: [ClosedRange<UInt32>] = [
    0x300...0x36F, 0x1100...0x11FF, 0x3099...0x309A,
  ]

  fileprivate var isPicture: Bool { value > 0xFF && properties.isEmoji }

  fileprivate var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    default: "\\u{\(String(value, radix: 16))}"
    }
  }
}

extension String {
  /// Escapes what is invisible or changes how the rest is shown, such as line breaks and terminal escapes.
  package var withVisibleControls: String {
    // Nearly all texts are plain, and some are as long as a URL.
    if withBytes({ $0.allSatisfy { 0x20..<0x7F ~= $0 } }) { return self }
    let scalars = Array(unicodeScalars)
    guard scalars.contains(where: \.isControl) else { return self }
    var text = ""
    for (position, scalar) in scalars.enumerated() {
      let isShown =
        !scalar.isControl || Self.joinsEmoji(at: position, in: scalars)
        || Self.choosesLook(at: position, in: scalars)
      if isShown { text.unicodeScalars.append(scalar) } else { text += scalar.escape }
    }
    return text
  }

  /// Escapes each line of a text that StubKit has put together; foreign line breaks are already escaped.
  package var linesWithVisibleControls: String {
    if withBytes({ $0.allSatisfy { 0x20..<0x7F ~= $0 || $0 == 0x0A } }) { return self }
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).withVisibleControls }.joined(separator: "\n")
  }

  /// Foreign text, quoted so that its lines cannot be taken for those of a report.
  var asQuotedLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    | ")
  }

  /// Whether a variation selector stands at a position, right after the emoji whose look it selects.
  private static func choosesLook(at position: Int, in scalars: [Unicode.Scalar]) -> Bool {
    0xFE0E...0xFE0F ~= scalars[position].value && position > 0
      && scalars[position - 1].properties.isEmoji
  }

  /// Whether a joiner stands at a position, and makes one emoji of its neighbours, such as a family.
  private static func joinsEmoji(at position: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard scalars[position].value == 0x200D, position > 0, position + 1 < scalars.count,
      scalars[position + 1].isPicture
    else { return false }
    return scalars[position - 1].isPicture || choosesLook(at: position - 1, in: scalars)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar affects the text around it instead of having a look of its own.
  var isControl: Bool {
    if value < 0x7F { return value < 0x20 }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    // Fillers, selectors and the like are invisible.
    default: properties.isDefaultIgnorableCodePoint
    }
  }

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

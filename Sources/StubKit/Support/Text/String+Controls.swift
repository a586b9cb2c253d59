extension String {
  /// The text with everything escaped that is invisible, or that changes how the rest is shown.
  ///
  /// A request may hold line breaks, terminal escapes, marks that turn the direction of writing, and
  /// characters without a width. In a report they are shown, and have no effect.
  package var withVisibleControls: String {
    // Nearly all texts are plain, and some are as long as a URL can be.
    if withBytes({ $0.allSatisfy { 0x20..<0x7F ~= $0 } }) { return self }
    let scalars = Array(unicodeScalars)
    guard scalars.contains(where: \.isControl) else { return self }
    var text = ""
    for (position, scalar) in scalars.enumerated() {
      let isShown =
        !scalar.isControl || scalar.isJoiner && Self.joinsEmoji(at: position, in: scalars)
        || Self.choosesLook(at: position, in: scalars)
      if isShown { text.unicodeScalars.append(scalar) } else { text += scalar.escape }
    }
    return text
  }

  /// The text with each of its lines escaped, for a text of several lines that StubKit has put together.
  ///
  /// Line breaks in foreign parts were escaped before they got into such a text.
  var linesWithVisibleControls: String {
    if withBytes({ $0.allSatisfy { 0x20..<0x7F ~= $0 || $0 == 0x0A } }) { return self }
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).withVisibleControls }.joined(separator: "\n")
  }

  /// Foreign text, quoted so that its lines cannot be taken for those of a report.
  var asQuotedLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    | ")
  }

  /// Whether a variation selector stands at a position, right after the emoji that it selects a look for.
  private static func choosesLook(at position: Int, in scalars: [Unicode.Scalar]) -> Bool {
    0xFE0E...0xFE0F ~= scalars[position].value && position > 0
      && scalars[position - 1].properties.isEmoji
  }

  /// Whether the characters before and after a position form one emoji, such as a family.
  private static func joinsEmoji(at position: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard position > 0, position + 1 < scalars.count, scalars[position + 1].isPicture else {
      return false
    }
    return scalars[position - 1].isPicture || choosesLook(at: position - 1, in: scalars)
  }
}

extension Unicode.Scalar {
  /// Whether it affects the text around it instead of having a look of its own.
  var isControl: Bool {
    if value < 0x7F { return value < 0x20 }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    // Fillers, selectors and the like are invisible.
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  fileprivate var isJoiner: Bool { value == 0x200D }

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

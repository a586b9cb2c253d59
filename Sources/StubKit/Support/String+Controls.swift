extension String {
  /// The text with everything escaped that cannot be seen, or that would change how the rest is seen.
  ///
  /// A request may hold line breaks, the escapes of a terminal, marks that turn the direction of
  /// writing, and characters without a width: in a report they are shown, and have no effect.
  var withVisibleControls: String {
    // Nearly all are plain, and some are as long as a URL can be.
    if withBytes({ $0.allSatisfy { 0x20..<0x7F ~= $0 } }) { return self }
    let scalars = Array(unicodeScalars)
    guard scalars.contains(where: \.isControl) else { return self }
    var text = ""
    for (position, scalar) in scalars.enumerated() {
      let isShown =
        !scalar.isControl || scalar.isJoiner && Self.joinsEmoji(at: position, in: scalars)
      if isShown { text.unicodeScalars.append(scalar) } else { text += scalar.escape }
    }
    return text
  }

  /// Whether what stands before and after a position is one picture, as in a family.
  private static func joinsEmoji(at position: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard position > 0, position + 1 < scalars.count else { return false }
    let before = scalars[position - 1]
    return (before.isPicture || before.properties.isVariationSelector)
      && scalars[position + 1].isPicture
  }
}

extension Unicode.Scalar {
  /// Whether it has an effect on the text around it instead of a look of its own.
  fileprivate var isControl: Bool {
    if value < 0x7F { return value < 0x20 }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  fileprivate var isJoiner: Bool { value == 0x200D }

  fileprivate var isPicture: Bool { value > 0xFF && properties.isEmoji }

  /// The escape for it in a Swift string literal.
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

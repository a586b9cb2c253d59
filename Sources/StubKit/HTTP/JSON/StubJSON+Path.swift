extension StubJSON {
  /// The way from the root to a value inside: `$.users[2].born`.
  struct Path: Sendable, Hashable, CustomStringConvertible {
    /// The way as one would write it.
    private(set) var description = "$"

    /// The way to a member of the object found here.
    func member(_ name: String) -> Path {
      var path = self
      // An invisible character may be a part of a letter.
      let isPlain = name.isPlainName && name.withVisibleControls == name
      path.description += isPlain ? ".\(name)" : "[\(name.swiftLiteral)]"
      return path
    }

    /// The way that goes on from here as another one goes on from the root.
    func followed(by other: Path) -> Path {
      var path = self
      path.description += other.description.dropFirst()
      return path
    }

    /// The way to an element of the array found here.
    func element(_ index: Int) -> Path {
      var path = self
      path.description += "[\(index)]"
      return path
    }
  }
}

extension String {
  /// Whether the text is a letter or underscore, then letters, digits, underscores and dashes.
  fileprivate var isPlainName: Bool {
    guard let first, first.isLetter || first == "_" else { return false }
    return allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }
}

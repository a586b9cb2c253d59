extension StubJSON {
  /// The way from the root to a value inside: `$.users[2].born`.
  package struct Path: Sendable, Hashable, CustomStringConvertible {
    package init() {}

    /// The way as one would write it.
    package private(set) var description = "$"

    /// The way to a member of the object found here.
    package func member(_ name: String) -> Path {
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
    package func element(_ index: Int) -> Path {
      var path = self
      path.description += "[\(index)]"
      return path
    }
  }
}

extension StubJSON {
  /// What stands at the end of a way; nil if nothing does.
  ///
  /// - Parameter here: Where this value stands itself.
  package func value(at path: Path, from here: Path = Path()) -> StubJSON? {
    if path == here { return self }
    guard path.description.hasPrefix(here.description) else { return nil }
    switch self {
    case .object(let members):
      return members.lazy.compactMap { $1.value(at: path, from: here.member($0)) }.first
    case .array(let elements):
      return elements.indices.lazy
        .compactMap { elements[$0].value(at: path, from: here.element($0)) }.first
    default:
      return nil
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

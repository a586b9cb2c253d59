extension StubJSON {
  /// The path from the root to a nested value: `$.users[2].born`.
  package struct Path: Sendable, Hashable, CustomStringConvertible {
    package init() {}

    package private(set) var description = "$"

    package func member(_ name: String) -> Path {
      var path = self
      // An invisible scalar may be part of a `Character` that is a letter.
      let isPlain = name.isPlainName && name.withVisibleControls == name
      path.description += isPlain ? ".\(name)" : "[\(name.swiftLiteral)]"
      return path
    }

    /// The path of an array's elements, whatever their positions.
    var anyElement: Path {
      var path = self
      path.description += "[*]"
      return path
    }

    package func element(_ index: Int) -> Path {
      var path = self
      path.description += "[\(index)]"
      return path
    }
  }

  /// - Parameter here: The path of this value itself.
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

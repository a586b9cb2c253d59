extension StubJSON {
  /// The path from the root to a nested value: `$.users[2].born`.
  package struct Path: Sendable, Hashable, CustomStringConvertible {
    package init() {}

    package private(set) var description = "$"

    package func member(_ name: String) -> Path {
      // A `Character` that is a letter may include an invisible scalar.
      let isPlain = name.isPlainName && name.withVisibleControls == name
      return appending(isPlain ? ".\(name)" : "[\(name.swiftLiteral)]")
    }

    /// Nil stands for any element.
    package func element(_ index: Int?) -> Path { appending("[\(index?.description ?? "*")]") }

    private func appending(_ step: String) -> Path {
      var path = self
      path.description += step
      return path
    }
  }
}

extension String {
  fileprivate var isPlainName: Bool {
    guard let first, first.isLetter || first == "_" else { return false }
    return allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }
}

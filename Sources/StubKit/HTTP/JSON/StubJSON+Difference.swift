extension StubJSON {
  /// The first place in which a value is not what was expected.
  struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// The way to the place.
    let path: Path
    /// What should stand there; nil for nothing.
    let expected: StubJSON?
    /// What stands there; nil for nothing.
    let found: StubJSON?

    /// The place and both values: `$.items[1].id: expected 3, found 4`.
    var description: String {
      "\(path): expected \(Self.text(expected)), found \(Self.text(found))"
    }

    private static func text(_ value: StubJSON?) -> String {
      value?.description.shortened() ?? "nothing"
    }
  }

  /// Where this value first differs from an expected one, names in alphabetical order.
  ///
  /// - Parameter isSubset: Whether objects, but for those in arrays, may have more members.
  func firstDifference(from expected: StubJSON, isSubset: Bool = false) -> Difference? {
    var pending = [Comparison(path: Path(), expected: expected, found: self, isSubset: isSubset)]
    while let comparison = pending.popLast() {
      guard let expected = comparison.expected, let found = comparison.found else {
        return comparison.difference
      }
      switch (expected, found) {
      case (.object(let wanted), .object(let members)):
        pending += comparison.comparing(wanted, with: members).reversed()
      case (.array(let wanted), .array(let elements)):
        pending += comparison.comparing(wanted, with: elements).reversed()
      default:
        if !Self.isSameScalar(expected, found) { return comparison.difference }
      }
    }
    return nil
  }

  /// Two values, either of which may be missing, that still have to be compared.
  private struct Comparison {
    let path: Path
    let expected: StubJSON?
    let found: StubJSON?
    let isSubset: Bool

    var difference: Difference { Difference(path: path, expected: expected, found: found) }

    func comparing(
      _ wanted: [String: StubJSON], with members: [String: StubJSON]
    ) -> [Comparison] {
      let names = isSubset ? Set(wanted.keys) : Set(wanted.keys).union(members.keys)
      return names.sorted().map { name in
        Comparison(
          path: path.member(name), expected: wanted[name], found: members[name],
          isSubset: isSubset)
      }
    }

    func comparing(_ wanted: [StubJSON], with elements: [StubJSON]) -> [Comparison] {
      (0..<max(wanted.count, elements.count)).map { index in
        Comparison(
          path: path.element(index),
          expected: wanted.element(at: index),
          found: elements.element(at: index), isSubset: false)
      }
    }
  }
}

extension [StubJSON] {
  // Not a ternary with nil, which would be read as the literal of `.null`.
  fileprivate func element(at index: Int) -> StubJSON? {
    guard index < count else { return nil }
    return self[index]
  }
}

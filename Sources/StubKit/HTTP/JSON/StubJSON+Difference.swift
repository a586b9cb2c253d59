extension StubJSON {
  /// A place where a value differs from the expected one.
  package struct Difference: Sendable, Hashable, CustomStringConvertible {
    let path: Path
    /// Nil if nothing should be there.
    let expected: StubJSON?
    /// Nil if nothing is there.
    let found: StubJSON?

    /// The path and both values: `$.items[1].id: expected 3, found 4`.
    package var description: String {
      "\(path): expected \(Self.text(expected)), found \(Self.text(found))"
    }

    private static func text(_ value: StubJSON?) -> String {
      value?.shortened() ?? "nothing"
    }
  }

  /// The differences from an expected value, with object members in alphabetical order.
  ///
  /// - Parameters:
  ///   - isSubset: Whether objects may have extra members; objects inside arrays may not.
  ///   - limit: How many differences are returned; the others are only counted.
  ///   - isAccepted: Whether a value that differs may stand for the expected one.
  package func differences(
    from expected: StubJSON, isSubset: Bool = false, limit: Int,
    accepting isAccepted: (_ expected: StubJSON, _ found: StubJSON) -> Bool = { _, _ in false }
  ) -> (first: [Difference], count: Int) {
    var first: [Difference] = []
    var count = 0
    func note(_ comparison: Comparison) {
      count += 1
      if count <= limit { first.append(comparison.difference) }
    }
    var pending = [Comparison(way: nil, expected: expected, found: self, isSubset: isSubset)]
    while let comparison = pending.popLast() {
      guard let expected = comparison.expected, let found = comparison.found else {
        note(comparison)
        continue
      }
      switch (expected, found) {
      case _ where isAccepted(expected, found): continue
      case (.object(let wanted), .object(let members)):
        comparison.compare(wanted, with: members, &pending)
      case (.array(let wanted), .array(let elements)):
        comparison.compare(wanted, with: elements, &pending)
      default:
        if !Self.isSameScalar(expected, found) { note(comparison) }
      }
    }
    return (first, count)
  }

  /// A path as a linked list from its end; most values are equal and never need its text.
  private final class Way {
    private let before: Way?
    private let step: Step

    enum Step {
      case member(String)
      case element(Int)
    }

    init(_ before: Way?, _ step: Step) {
      self.before = before
      self.step = step
    }

    var path: Path {
      var steps: [Step] = []
      var way: Way? = self
      while let here = way {
        steps.append(here.step)
        way = here.before
      }
      return steps.reversed().reduce(Path()) { path, step in
        switch step {
        case .member(let name): path.member(name)
        case .element(let index): path.element(index)
        }
      }
    }
  }

  /// A pair of values still to be compared; either may be missing.
  private struct Comparison {
    let way: Way?
    let expected: StubJSON?
    let found: StubJSON?
    let isSubset: Bool

    var difference: Difference {
      Difference(path: way?.path ?? Path(), expected: expected, found: found)
    }

    /// Pushes the members of two objects, the first one last, so that it is popped first.
    func compare(
      _ wanted: [String: StubJSON], with members: [String: StubJSON],
      _ pending: inout [Comparison]
    ) {
      let names = isSubset ? Set(wanted.keys) : Set(wanted.keys).union(members.keys)
      for name in names.sorted(by: >) {
        pending.append(
          Comparison(
            way: Way(way, .member(name)), expected: wanted[name], found: members[name],
            isSubset: isSubset))
      }
    }

    /// Pushes the elements of two arrays, the first one last, so that it is popped first.
    func compare(
      _ wanted: [StubJSON], with elements: [StubJSON], _ pending: inout [Comparison]
    ) {
      for index in (0..<max(wanted.count, elements.count)).reversed() {
        pending.append(
          Comparison(
            way: Way(way, .element(index)), expected: wanted.element(at: index),
            found: elements.element(at: index), isSubset: false))
      }
    }
  }
}

extension [StubJSON] {
  // Not a ternary, which would read `nil` as the literal of `.null`.
  fileprivate func element(at index: Int) -> StubJSON? {
    guard index < count else { return nil }
    return self[index]
  }
}

extension StubJSON {
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
    var pending = [Comparison(way: .root, expected: expected, found: self, isSubset: isSubset)]
    while let next = pending.popLast() {
      let (way, isSubset) = (next.way, next.isSubset)
      switch (next.expected, next.found) {
      case (let expected?, let found?) where isAccepted(expected, found): continue
      case (.object(let wanted)?, .object(let members)?):
        let names = isSubset ? Set(wanted.keys) : Set(wanted.keys).union(members.keys)
        // The first member is pushed last, so that it is popped first.
        pending += names.sorted(by: >).map {
          Comparison(
            way: .member($0, of: way), expected: wanted[$0], found: members[$0],
            isSubset: isSubset)
        }
      case (.array(let wanted)?, .array(let elements)?):
        pending += (0..<max(wanted.count, elements.count)).reversed().map {
          Comparison(
            way: .element($0, of: way), expected: wanted.element(at: $0),
            found: elements.element(at: $0), isSubset: false)
        }
      case (let expected?, let found?) where Self.isSameScalar(expected, found): continue
      case (let expected, let found):
        count += 1
        if count <= limit {
          first.append(Difference(path: way.path, expected: expected, found: found))
        }
      }
    }
    return (first, count)
  }

  /// The way to a value, from its end; most values are equal and never need its text.
  private indirect enum Way {
    case root
    case member(String, of: Way)
    case element(Int, of: Way)

    var path: Path {
      switch self {
      case .root: Path()
      case .member(let name, let way): way.path.member(name)
      case .element(let index, let way): way.path.element(index)
      }
    }
  }

  private struct Comparison {
    let way: Way
    let expected: StubJSON?
    let found: StubJSON?
    let isSubset: Bool
  }
}

extension [StubJSON] {
  // Not a ternary, which would read `nil` as the literal of `.null`.
  fileprivate func element(at index: Int) -> StubJSON? {
    guard index < count else { return nil }
    return self[index]
  }
}

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

    func followed(by other: Path) -> Path {
      var path = self
      path.description += other.description.dropFirst()
      return path
    }

    package func element(_ index: Int) -> Path {
      var path = self
      path.description += "[\(index)]"
      return path
    }
  }
}

extension StubJSON {
  /// The value at a path; nil if there is none.
  ///
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

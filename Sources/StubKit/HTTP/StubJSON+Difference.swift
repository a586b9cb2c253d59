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

  /// Whether each member of `other`, at any depth of objects, is here too; arrays must be equal.
  func contains(_ other: StubJSON) -> Bool {
    firstDifference(from: other, isSubset: true) == nil
  }

  /// Where this value first differs from an expected one, names in alphabetical order.
  ///
  /// - Parameter isSubset: Whether objects may have members that are not expected.
  func firstDifference(
    from expected: StubJSON, isSubset: Bool = false, at path: Path = Path()
  ) -> Difference? {
    switch (expected, self) {
    case (.object(let wanted), .object(let found)):
      let names = isSubset ? Set(wanted.keys) : Set(wanted.keys).union(found.keys)
      for name in names.sorted() {
        let place = path.member(name)
        guard let want = wanted[name], let have = found[name] else {
          return Difference(path: place, expected: wanted[name], found: found[name])
        }
        if let difference = have.firstDifference(from: want, isSubset: isSubset, at: place) {
          return difference
        }
      }
      return nil
    case (.array(let wanted), .array(let found)):
      for index in 0..<max(wanted.count, found.count) {
        let place = path.element(index)
        guard index < wanted.count, index < found.count else {
          return Difference(path: place, expected: expected[index], found: self[index])
        }
        // Only objects have parts that may be left out, and those in an array are exact.
        let difference = found[index].firstDifference(from: wanted[index], at: place)
        if let difference { return difference }
      }
      return nil
    default:
      return self == expected ? nil : Difference(path: path, expected: expected, found: self)
    }
  }
}

/// The places where a value differs from a pattern: `$.items[1].id: expected .anyNumber, found "x"`.
package struct JSONDifferences {
  package typealias Search = (TextPattern, String) -> Verdict

  /// As many as were asked for, with object members in alphabetical order.
  private(set) var first: [String] = []
  private(set) var count = 0
  /// Whether every place was compared; unordered arrays may need too many comparisons.
  var isComplete: Bool { comparisons <= Self.mostComparisons }
  private var comparisons: Int
  /// The number of compared pairs beyond which a report is not worth its time.
  private static let mostComparisons = 250_000
  private let limit: Int
  private let root: StubJSON.Path
  /// The value with its secrets, if it is shown without them.
  private let real: StubJSON?
  private let isAccepted: (_ expected: StubJSON, _ found: StubJSON) -> Bool
  private let search: Search

  /// What is still to be compared, the next last; values may be nested too deep for recursion.
  private var pending: [Comparison]

  private struct Comparison {
    let way: Way
    /// Nil if nothing should be there.
    let pattern: JSONPattern?
    /// Nil if nothing is there.
    let found: StubJSON?
    let isSubset: Bool
  }

  /// The path to a value, linked from its last step; only values that differ, which are few, need its text.
  private indirect enum Way {
    case root
    case member(String, of: Way)
    case element(Int, of: Way)
    case anyElement(of: Way)
  }

  /// - Parameters:
  ///   - isSubset: Whether objects may have extra members; objects inside arrays may not.
  ///   - limit: How many differences are told; the others are only counted.
  ///   - isAccepted: Whether a value that differs may stand for the expected one.
  package init(
    of found: StubJSON, hiding real: StubJSON? = nil, from pattern: JSONPattern,
    at root: StubJSON.Path = .init(), isSubset: Bool, limit: Int = FindingList.shown,
    after comparisons: Int = 0, searching search: @escaping Search,
    accepting isAccepted: @escaping (StubJSON, StubJSON) -> Bool = { _, _ in false }
  ) {
    (self.limit, self.root, self.real) = (limit, root, real)
    (self.comparisons, self.search, self.isAccepted) = (comparisons, search, isAccepted)
    pending = [Comparison(way: .root, pattern: pattern, found: found, isSubset: isSubset)]
    while let next = pending.popLast() { compare(next) }
  }

  package var findings: FindingList? { count == 0 ? nil : FindingList(first: first, of: count) }

  private mutating func compare(_ next: Comparison) {
    guard let pattern = next.pattern, let found = next.found else {
      return note { $0.text(of: next) }
    }
    switch (pattern.kind, found) {
    case (.value(let value), _) where isAccepted(value, found): break
    case (.value(.array(let wanted)), .array(let elements)):
      compare(elements, with: wanted.map(JSONPattern.value), at: next.way)
    case (.array(let wanted), .array(let elements)):
      compare(elements, with: wanted, at: next.way)
    case (.value(.object(let wanted)), .object(let members)):
      compare(members, with: wanted.mapValues(JSONPattern.value), next)
    case (.object(let wanted), .object(let members)):
      compare(members, with: Dictionary(wanted.map { ($0.name, $0.pattern) }) { $1 }, next)
    case (.unordered(let patterns), .array(let elements)):
      compare(elements, withUnordered: patterns, at: next.way)
    default:
      // An open verdict may be a match.
      let verdict = pattern.verdict(on: found, isSubset: next.isSubset, searching: search)
      if verdict == .no { note { $0.text(of: next) } }
    }
  }

  private mutating func compare(
    _ elements: [StubJSON], with patterns: [JSONPattern], at way: Way
  ) {
    for index in (0..<max(patterns.count, elements.count)).reversed() {
      pending.append(
        Comparison(
          way: .element(index, of: way), pattern: patterns.element(at: index),
          found: elements.element(at: index), isSubset: false))
    }
  }

  private mutating func compare(
    _ members: [String: StubJSON], with patterns: [String: JSONPattern], _ whole: Comparison
  ) {
    let names = whole.isSubset ? Set(patterns.keys) : Set(patterns.keys).union(members.keys)
    pending += names.sorted(by: >).map {
      Comparison(
        way: .member($0, of: whole.way), pattern: patterns[$0], found: members[$0],
        isSubset: whole.isSubset)
    }
  }

  /// Compares the elements and patterns that remain after pairing as many as possible.
  private mutating func compare(
    _ elements: [StubJSON], withUnordered patterns: [JSONPattern], at way: Way
  ) {
    comparisons += patterns.count { $0.fixedValue == nil } * elements.count
    guard isComplete else {
      return note {
        "\($0.path(of: way)): expected \(patterns.count) elements in any order, "
          + "found \(elements.count), too many to say here which of them fit"
      }
    }
    let match = UnorderedMatch(patterns, with: elements, searching: search)
    if match.verdict == .open { return }
    var spare = elements.indices.filter { match.patternOfElement[$0] == nil }
    var rest: [Comparison] = []
    for index in patterns.indices where match.elementOfPattern[index] == nil {
      // The element with the fewest differences is probably the one that was meant.
      let nearest = nearest(to: patterns[index], among: spare, of: elements)
      spare.removeAll { $0 == nearest }
      rest.append(
        Comparison(
          way: nearest.map { .element($0, of: way) } ?? .anyElement(of: way),
          pattern: patterns[index], found: nearest.map { elements[$0] }, isSubset: false))
    }
    rest += spare.map {
      Comparison(
        way: .element($0, of: way), pattern: nil, found: elements[$0], isSubset: false)
    }
    pending += rest.reversed()
  }

  private mutating func nearest(
    to pattern: JSONPattern, among spare: [Int], of elements: [StubJSON]
  ) -> Int? {
    // For a mere count the first will do: choosing at each level would double the time per level.
    if limit == 0 { return spare.first }
    var nearest: (index: Int, count: Int)?
    for index in spare.prefix(10) {
      let differences = JSONDifferences(
        of: elements[index], from: pattern, isSubset: false, limit: 0, after: comparisons,
        searching: search)
      comparisons = differences.comparisons
      if differences.count < nearest?.count ?? .max { nearest = (index, differences.count) }
    }
    return nearest?.index
  }

  private mutating func note(_ text: (Self) -> String) {
    if count < limit { first.append(text(self)) }
    count += 1
  }

  /// Both values, and how a hidden secret differs from the expected text.
  private func text(of difference: Comparison) -> String {
    let path = path(of: difference.way)
    let text =
      "\(path): expected \(difference.pattern?.jsonText ?? "nothing"), "
      + "found \(difference.found?.shortened() ?? "nothing")"
    guard case .string(let shown)? = difference.found, shown.contains(Redaction.mark),
      case .string(let wanted)? = difference.pattern?.fixedValue,
      case .string(let secret)? = real?.value(at: path, from: root)
    else { return text }
    return "\(text) (\(SecretDifference.text(of: secret, from: wanted)))"
  }

  private func path(of way: Way) -> StubJSON.Path {
    switch way {
    case .root: root
    case .member(let name, let way): path(of: way).member(name)
    case .element(let index, let way): path(of: way).element(index)
    case .anyElement(let way): path(of: way).anyElement
    }
  }
}

extension Array {
  fileprivate func element(at index: Int) -> Element? { index < count ? self[index] : .none }
}

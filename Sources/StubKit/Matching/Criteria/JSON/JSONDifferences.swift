/// Where a value differs from a pattern: `$.items[1].id: expected .anyNumber, found "x"`.
package struct JSONDifferences {
  package typealias Search = (TextPattern, String) -> Verdict

  /// At most `FindingList.shown`, with object members in alphabetical order.
  private(set) var first: [String] = []
  private(set) var count = 0
  /// False if unordered arrays need too many comparisons.
  var isComplete: Bool { comparisons <= Self.mostComparisons }
  private var comparisons = 0
  /// Beyond this number of compared pairs a report is not worth its time.
  private static let mostComparisons = 250_000
  private let isAccepted: (_ expected: StubJSON, _ found: StubJSON) -> Bool
  private let search: Search

  /// A stack with the next comparison last, since values may be nested too deep for recursion.
  private var pending: [Comparison]

  private struct Comparison {
    /// Nil if nothing should be there.
    let pattern: JSONPattern?
    let found: StubJSON?
    /// The found value before its redaction.
    var real: StubJSON?
    var isSubset = false
    /// Only the few values that differ need their path.
    let path: () -> StubJSON.Path
  }

  /// With `isSubset`, objects may have extra members, except objects in an array.
  ///
  /// `isAccepted` says whether a value that differs may stand for the expected one.
  package init(
    of found: StubJSON, hiding real: StubJSON? = nil, from pattern: JSONPattern,
    at root: StubJSON.Path = .init(), isSubset: Bool, searching search: @escaping Search,
    accepting isAccepted: @escaping (StubJSON, StubJSON) -> Bool = { _, _ in false }
  ) {
    (self.search, self.isAccepted) = (search, isAccepted)
    pending = [Comparison(pattern: pattern, found: found, real: real, isSubset: isSubset) { root }]
    while let next = pending.popLast() { compare(next) }
  }

  package var findings: FindingList? { count == 0 ? nil : FindingList(first: first, of: count) }

  private mutating func compare(_ next: Comparison) {
    guard let pattern = next.pattern, let found = next.found else {
      return note { Self.text(of: next) }
    }
    switch (pattern.kind, found) {
    case (.value(let value), _) where isAccepted(value, found): break
    case (.value(.array(let wanted)), .array(let elements)):
      compare(elements, with: wanted.map(JSONPattern.value), next)
    case (.array(let wanted), .array(let elements)):
      compare(elements, with: wanted, next)
    case (.value(.object(let wanted)), .object(let members)):
      compare(members, with: wanted.mapValues(JSONPattern.value), next)
    case (.object(let wanted), .object(let members)):
      compare(members, with: Dictionary(wanted.map { ($0.name, $0.pattern) }) { $1 }, next)
    case (.unordered(let patterns), .array(let elements)):
      compare(elements, withUnordered: patterns, next)
    default:
      // An open verdict may be a match.
      let verdict = pattern.verdict(on: found, isSubset: next.isSubset, searching: search)
      if verdict == .no { note { Self.text(of: next) } }
    }
  }

  private mutating func compare(
    _ elements: [StubJSON], with patterns: [JSONPattern], _ whole: Comparison
  ) {
    for index in (0..<max(patterns.count, elements.count)).reversed() {
      pending.append(
        Comparison(
          pattern: index < patterns.count ? patterns[index] : .none,
          found: index < elements.count ? elements[index] : .none, real: whole.real?[index]
        ) { whole.path().element(index) })
    }
  }

  private mutating func compare(
    _ members: [String: StubJSON], with patterns: [String: JSONPattern], _ whole: Comparison
  ) {
    let others = whole.isSubset ? [] : members.keys.filter { patterns[named: $0] == nil }
    pending += (patterns.keys + others).sorted(by: >).map { name in
      Comparison(
        pattern: patterns[named: name], found: members[named: name], real: whole.real?[name],
        isSubset: whole.isSubset
      ) { whole.path().member(name) }
    }
  }

  private mutating func compare(
    _ elements: [StubJSON], withUnordered patterns: [JSONPattern], _ whole: Comparison
  ) {
    comparisons += patterns.count { $0.fixedValue == nil } * elements.count
    guard isComplete else {
      return note {
        "\(whole.path()): expected \(patterns.count) elements in any order, "
          + "found \(elements.count), too many to say here which of them fit"
      }
    }
    let match = UnorderedMatch(patterns, with: elements, searching: search)
    if match.verdict == .open { return }
    var spare = elements.indices.filter { match.patternOfElement[$0] == nil }[...]
    var pairs: [(pattern: JSONPattern?, index: Int?)] = []
    for place in patterns.indices where match.elementOfPattern[place] == nil {
      pairs.append((patterns[place], spare.popFirst()))
    }
    for index in spare { pairs.append((.none, index)) }
    pending += pairs.reversed().map { pattern, index in
      Comparison(
        pattern: pattern, found: index.map { elements[$0] }, real: index.flatMap { whole.real?[$0] }
      ) { whole.path().element(index) }
    }
  }

  private mutating func note(_ text: () -> String) {
    if count < FindingList.shown { first.append(text()) }
    count += 1
  }

  private static func text(of difference: Comparison) -> String {
    let text =
      "\(difference.path()): expected \(difference.pattern?.jsonText ?? "nothing"), "
      + "found \(difference.found?.shortened() ?? "nothing")"
    guard case .string(let shown)? = difference.found, shown.contains(Redaction.mark),
      case .string(let wanted)? = difference.pattern?.fixedValue,
      case .string(let secret)? = difference.real
    else { return text }
    return "\(text) (\(secret.secretDifference(from: wanted)))"
  }
}

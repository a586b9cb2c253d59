/// The places where a value differs from a pattern: `$.items[1].id: expected .anyNumber, found "x"`.
struct JSONPatternDifferences {
  typealias Path = StubJSON.Path

  private(set) var first: [String] = []
  private(set) var count = 0
  /// Whether every place was compared; unordered arrays may need too many comparisons.
  var isComplete: Bool { comparisons <= Self.mostComparisons }
  private var comparisons: Int
  /// The number of compared pairs beyond which a report is not worth its time.
  private static let mostComparisons = 250_000
  /// The number of differences that are reported; the others are only counted.
  private let limit: Int
  private let root: Path
  /// The value with its secrets, if it is shown without them.
  private let real: StubJSON?
  private let search: (TextPattern, String) -> Verdict

  init(
    of found: StubJSON, hiding real: StubJSON? = nil, from pattern: JSONPattern,
    at root: Path = Path(), isSubset: Bool, limit: Int, after comparisons: Int = 0,
    searching search: @escaping (TextPattern, String) -> Verdict
  ) {
    self.limit = limit
    self.root = root
    self.real = real
    self.comparisons = comparisons
    self.search = search
    compare(found, with: pattern, at: root, isSubset: isSubset)
  }

  var findings: FindingList? { count == 0 ? nil : FindingList(first: first, of: count) }

  private mutating func note(_ path: String, expected: JSONPattern?, found: StubJSON?) {
    note {
      "\(path): expected \(expected?.jsonText ?? "nothing"), "
        + "found \(found?.shortened() ?? "nothing")"
    }
  }

  private mutating func note(_ text: () -> String) {
    count += 1
    if first.count < limit { first.append(text()) }
  }

  private mutating func compare(
    _ found: StubJSON, with pattern: JSONPattern, at path: Path, isSubset: Bool
  ) {
    switch (pattern.kind, found) {
    case (.value(let value), _):
      let (first, count) = found.differences(from: value, isSubset: isSubset, limit: limit)
      let rest = limit - self.first.count
      self.first += first.prefix(max(0, rest)).map {
        $0.moved(behind: path).wording(hiding: real, at: root)
      }
      self.count += count
    case (.array(let patterns), .array(let elements)):
      for index in 0..<max(patterns.count, elements.count) {
        compare(
          index < elements.count ? elements[index] as StubJSON? : .none,
          with: index < patterns.count ? patterns[index] as JSONPattern? : .none,
          at: path.element(index), isSubset: false)
      }
    case (.object(let wanted), .object(let members)):
      let patterns = Dictionary(
        wanted.map { ($0.name, $0.pattern) }, uniquingKeysWith: { $1 })
      let names = isSubset ? Set(patterns.keys) : Set(patterns.keys).union(members.keys)
      for name in names.sorted() {
        compare(
          members[name], with: patterns[name], at: path.member(name), isSubset: isSubset)
      }
    case (.unordered(let patterns), .array(let elements)):
      compare(elements, withUnordered: patterns, at: path)
    default:
      // An open verdict may be a match.
      let verdict = pattern.verdict(on: found, isSubset: isSubset, searching: search)
      if verdict == .no { note(path.description, expected: pattern, found: found) }
    }
  }

  private mutating func compare(
    _ found: StubJSON?, with pattern: JSONPattern?, at path: Path, isSubset: Bool
  ) {
    if let found, let pattern {
      compare(found, with: pattern, at: path, isSubset: isSubset)
    } else {
      note(path.description, expected: pattern, found: found)
    }
  }

  /// Notes the elements and patterns that remain after pairing as many as possible.
  private mutating func compare(
    _ elements: [StubJSON], withUnordered patterns: [JSONPattern], at path: Path
  ) {
    comparisons += patterns.count { $0.fixedValue == nil } * elements.count
    guard isComplete else {
      return note {
        "\(path): expected \(patterns.count) elements in any order, found \(elements.count), "
          + "too many to say here which of them fit"
      }
    }
    let match = UnorderedMatch(patterns, with: elements, searching: search)
    if match.verdict == .open { return }
    var spare = elements.indices.filter { match.patternOfElement[$0] == nil }
    for index in patterns.indices where match.elementOfPattern[index] == nil {
      // The element with the fewest differences is probably the one that was meant.
      guard let nearest = nearest(to: patterns[index], among: spare, of: elements) else {
        note("\(path)[*]", expected: patterns[index], found: nil)
        continue
      }
      if let position = spare.firstIndex(of: nearest) { spare.remove(at: position) }
      compare(
        elements[nearest], with: patterns[index], at: path.element(nearest), isSubset: false)
    }
    for index in spare {
      note(path.element(index).description, expected: nil, found: elements[index])
    }
  }

  private mutating func nearest(
    to pattern: JSONPattern, among spare: [Int], of elements: [StubJSON]
  ) -> Int? {
    // For a mere count the first will do: choosing at each level would double the time per level.
    if limit == 0 { return spare.first }
    var nearest: (index: Int, count: Int)?
    for index in spare.prefix(10) {
      let differences = JSONPatternDifferences(
        of: elements[index], from: pattern, isSubset: false, limit: 0, after: comparisons,
        searching: search)
      comparisons = differences.comparisons
      if differences.count < nearest?.count ?? .max { nearest = (index, differences.count) }
    }
    return nearest?.index
  }
}

extension StubJSON.Difference {
  fileprivate func moved(behind path: StubJSON.Path) -> StubJSON.Difference {
    StubJSON.Difference(path: path.followed(by: self.path), expected: expected, found: found)
  }
}

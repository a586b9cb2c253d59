/// Pairs as many patterns as possible with elements of an array, in any order.
struct UnorderedMatch {
  /// Nil for an unpaired pattern.
  private(set) var elementOfPattern: [Int?]
  private(set) var patternOfElement: [Int?]
  /// Whether open verdicts might allow a larger pairing.
  private var isOpen = false
  /// The elements from which no free element can be reached, now or later.
  private var hopeless: Set<Int> = []

  /// With `isForVerdict`, stops once a pattern is certain to have no element.
  ///
  /// The time for all patterns would multiply with each level of nesting.
  ///
  /// - Complexity: Patterns without a fixed value are compared at most once with each element left.
  init(
    _ patterns: [JSONPattern], with elements: [StubJSON], isForVerdict: Bool = false,
    searching search: (TextPattern, String) -> Verdict
  ) {
    elementOfPattern = Array(repeating: nil, count: patterns.count)
    patternOfElement = Array(repeating: nil, count: elements.count)
    pairValues(of: patterns, with: elements)
    if isForVerdict,
      zip(patterns, elementOfPattern).contains(where: { $0.fixedValue != nil && $1 == nil })
    {
      return
    }
    let rest = elements.indices.filter { patternOfElement[$0] == nil }
    // Each pair is evaluated at most once, and only if the pairing depends on it.
    var known: [Int: [Verdict?]] = [:]
    var hasOpen = false
    func fits(_ pattern: Int, _ element: Int) -> Bool {
      if let verdict = known[pattern]?[element] { return verdict == .yes }
      let verdict = patterns[pattern].verdict(
        on: elements[element], isSubset: false, searching: search)
      known[pattern, default: Array(repeating: nil, count: elements.count)][element] = verdict
      if verdict == .open { hasOpen = true }
      return verdict == .yes
    }
    for pattern in patterns.indices where patterns[pattern].fixedValue == nil {
      let isPaired = pair(pattern, with: rest, fits)
      isOpen = hasOpen
      guard isForVerdict, !isPaired else { continue }
      // A pattern certainly has no element if nothing is open, or if its own verdicts are all no.
      let isSure = !isOpen || rest.allSatisfy { !fits(pattern, $0) && known[pattern]?[$0] != .open }
      if isSure {
        isOpen = false
        return
      }
    }
  }

  var verdict: Verdict {
    if !elementOfPattern.contains(nil) { return .yes }
    return isOpen ? .open : .no
  }

  /// Pairs fixed values; which of several equal elements a value gets makes no difference.
  private mutating func pairValues(of patterns: [JSONPattern], with elements: [StubJSON]) {
    var places: [StubJSON: [Int]] = [:]
    for (element, value) in elements.enumerated().reversed() {
      places[value, default: []].append(element)
    }
    for (pattern, value) in patterns.map(\.fixedValue).enumerated() {
      guard let value, let element = places[value]?.popLast() else { continue }
      elementOfPattern[pattern] = element
      patternOfElement[element] = pattern
    }
  }

  /// Follows an augmenting path: patterns that lose their element get another.
  private mutating func pair(
    _ start: Int, with elements: [Int], _ fits: (_ pattern: Int, _ element: Int) -> Bool
  ) -> Bool {
    if let free = elements.first(where: { patternOfElement[$0] == nil && fits(start, $0) }) {
      (elementOfPattern[start], patternOfElement[free]) = (free, start)
      return true
    }
    // Breadth first; each element remembers the pattern that reached it.
    var reachedFrom: [Int: Int] = [:]
    var unreached = elements.filter { !hopeless.contains($0) }
    var waiting = [start][...]
    while let pattern = waiting.popFirst() {
      var others: [Int] = []
      for element in unreached {
        guard fits(pattern, element) else {
          others.append(element)
          continue
        }
        reachedFrom[element] = pattern
        if let owner = patternOfElement[element] {
          waiting.append(owner)
          continue
        }
        var free: Int? = element
        while let element = free, let pattern = reachedFrom[element] {
          free = elementOfPattern[pattern]
          elementOfPattern[pattern] = element
          patternOfElement[element] = pattern
        }
        return true
      }
      unreached = others
    }
    hopeless.formUnion(reachedFrom.keys)
    return false
  }
}

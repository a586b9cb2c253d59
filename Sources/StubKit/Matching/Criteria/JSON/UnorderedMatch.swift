/// Which element of an array stands for which pattern, where their order does not count.
///
/// As many of them as can be are paired: a pattern takes another element if that lets one more have one.
struct UnorderedMatch {
  /// For each pattern the element that it has; nil for one that is left without.
  private(set) var elementOfPattern: [Int?]
  /// For each element the pattern that has it.
  private(set) var patternOfElement: [Int?]
  /// Whether a search was left open, without which more might be paired.
  private var isOpen = false
  /// The elements from which no way leads to one that nobody has: neither will it later.
  private var hopeless: Set<Int> = []

  /// - Parameter isForVerdict: Whether it may end as soon as a pattern is sure to have no element: where
  ///   patterns stand in each other, to ask the others, too, takes longer with each level.
  /// - Complexity: Each pattern that is no value is compared with each element that no value has, if it
  ///   comes to the worst.
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
    // Each pair is asked about once at most, and only if the pairing depends on it.
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
      // It is sure to have none if nothing is open, or nothing of its own.
      let isSure =
        !isOpen
        || rest.allSatisfy { !fits(pattern, $0) && known[pattern]?[$0] != .open }
      if isSure {
        isOpen = false
        return
      }
    }
  }

  /// Whether each pattern has an element, as far as can be told.
  var verdict: Verdict {
    if !elementOfPattern.contains(nil) { return .yes }
    return isOpen ? .open : .no
  }

  /// Pairs what is fixed with its like: which one of several makes no difference.
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

  /// Finds an element for a pattern, and others for those whose elements it takes on the way.
  private mutating func pair(
    _ start: Int, with elements: [Int], _ fits: (_ pattern: Int, _ element: Int) -> Bool
  ) -> Bool {
    if let free = elements.first(where: { patternOfElement[$0] == nil && fits(start, $0) }) {
      (elementOfPattern[start], patternOfElement[free]) = (free, start)
      return true
    }
    // Breadth first, and remembered by whom each element was reached.
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

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
  /// For each pattern that was asked the elements that fit it.
  private var fitting: [Int: [Int]] = [:]
  /// The elements from which no way leads to one that nobody has: neither will it later.
  private var hopeless: Set<Int> = []

  /// - Parameter isForVerdict: Whether it may end as soon as a pattern is sure to have no element: where
  ///   patterns stand in each other, to ask the others, too, takes longer with each level.
  /// - Complexity: Each pattern that is no value is compared with each element that no value has.
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
    // The rest is asked one by one, each once.
    let rest = elements.indices.filter { patternOfElement[$0] == nil }
    for pattern in patterns.indices where patterns[pattern].fixedValue == nil {
      var isThisOpen = false
      let elements = rest.filter { element in
        let verdict = patterns[pattern].verdict(
          on: elements[element], isSubset: false, searching: search)
        if verdict == .open { isThisOpen = true }
        return verdict == .yes
      }
      if isForVerdict, !isThisOpen, elements.isEmpty {
        isOpen = false
        return
      }
      if isThisOpen { isOpen = true }
      fitting[pattern] = elements
      if !pair(pattern), isForVerdict, !isOpen { return }
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
  private mutating func pair(_ start: Int) -> Bool {
    if let free = fitting[start]?.first(where: { patternOfElement[$0] == nil }) {
      (elementOfPattern[start], patternOfElement[free]) = (free, start)
      return true
    }
    // Breadth first, and remembered by whom each element was reached.
    var reachedFrom: [Int: Int] = [:]
    var waiting = [start][...]
    while let pattern = waiting.popFirst() {
      for element in fitting[pattern] ?? []
      where reachedFrom[element] == nil && !hopeless.contains(element) {
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
    }
    hopeless.formUnion(reachedFrom.keys)
    return false
  }
}

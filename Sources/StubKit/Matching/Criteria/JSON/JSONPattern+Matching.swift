extension JSONPattern {
  /// Whether a value fits, as far as is known without long searches.
  ///
  /// - Parameters:
  ///   - isSubset: Whether objects may have further members, except within arrays.
  ///   - search: Searches a text for an expression.
  func verdict(
    on found: StubJSON, isSubset: Bool, searching search: (TextPattern, String) -> Verdict
  ) -> Verdict {
    switch (kind, found) {
    case (.value(let value), _):
      return Verdict(isSubset ? found.contains(value) : found == value)
    case (.anything, _), (.anyString, .string), (.anyBool, .bool), (.anyNumber, .integer),
      (.anyNumber, .double):
      return .yes
    case (.text(let pattern), .string(let text)):
      return search(pattern, text)
    case (.array(let patterns), .array(let elements)):
      guard patterns.count == elements.count else { return .no }
      return Self.least(zip(patterns, elements)) { pattern, element in
        pattern.verdict(on: element, isSubset: false, searching: search)
      }
    case (.unordered(let patterns), .array(let elements)):
      guard patterns.count == elements.count else { return .no }
      return UnorderedMatch(
        patterns, with: elements, isForVerdict: true, searching: search
      ).verdict
    case (.object(let patterns), .object(let members)):
      guard isSubset || patterns.count == members.count else { return .no }
      return Self.least(patterns) { member in
        members[member.name].map {
          member.pattern.verdict(on: $0, isSubset: isSubset, searching: search)
        } ?? .no
      }
    default:
      return .no
    }
  }

  /// Returns the lowest of some verdicts, and stops at the first `no`.
  private static func least<Element>(
    _ elements: some Sequence<Element>, _ verdict: (Element) -> Verdict
  ) -> Verdict {
    var lowest = Verdict.yes
    for element in elements {
      lowest = min(lowest, verdict(element))
      if lowest == .no { break }
    }
    return lowest
  }

  /// Whether matching is quick: no searches, and no comparisons of everything with everything.
  var isPlain: Bool {
    switch kind {
    case .value, .anything, .anyString, .anyNumber, .anyBool, .mistaken: true
    case .text, .unordered: false
    case .array(let elements): elements.allSatisfy(\.isPlain)
    case .object(let members): members.allSatisfy(\.pattern.isPlain)
    }
  }

  /// The first mistake in the pattern, as call and reason.
  var mistake: (call: String, reason: String)? {
    switch kind {
    case .mistaken(let call, let reason): return (call, reason)
    case .array(let elements), .unordered(let elements):
      return elements.lazy.compactMap(\.mistake).first
    case .object(let members):
      return members.lazy.compactMap(\.pattern.mistake).first
    case .value, .anything, .anyString, .anyNumber, .anyBool, .text: return nil
    }
  }

  /// All expressions in the pattern.
  var expressions: [TextPattern] {
    switch kind {
    case .text(let pattern): [pattern]
    case .array(let elements), .unordered(let elements): elements.flatMap(\.expressions)
    case .object(let members): members.flatMap(\.pattern.expressions)
    case .value, .anything, .anyString, .anyNumber, .anyBool, .mistaken: []
    }
  }
}

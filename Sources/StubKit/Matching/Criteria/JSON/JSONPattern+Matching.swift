extension JSONPattern {
  /// Whether a value fits, as far as can be told of expressions that take long to search.
  ///
  /// - Parameters:
  ///   - isSubset: Whether objects, but for those in arrays, may have more members.
  ///   - search: Says whether an expression matches in a text.
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

  /// The lowest of some verdicts, of which no more are asked for than needed.
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

  /// Whether it is told at once: it searches nothing, and compares nothing with everything.
  var isPlain: Bool {
    switch kind {
    case .value, .anything, .anyString, .anyNumber, .anyBool, .mistaken: true
    case .text, .unordered: false
    case .array(let elements): elements.allSatisfy(\.isPlain)
    case .object(let members): members.allSatisfy(\.pattern.isPlain)
    }
  }

  /// What is wrong in it, if anything is, as the call and the reason.
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

  /// Every expression in it.
  var expressions: [TextPattern] {
    switch kind {
    case .text(let pattern): [pattern]
    case .array(let elements), .unordered(let elements): elements.flatMap(\.expressions)
    case .object(let members): members.flatMap(\.pattern.expressions)
    case .value, .anything, .anyString, .anyNumber, .anyBool, .mistaken: []
    }
  }
}

extension JSONPattern {
  /// - Parameter isSubset: Whether objects may have further members, except within arrays.
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

  private var all: [JSONPattern] { [self] + kind.children.flatMap(\.all) }

  var fixedValue: StubJSON? { if case .value(let value) = kind { value } else { nil } }

  /// Whether matching is quick: no searches, and no comparisons of everything with everything.
  var isPlain: Bool {
    all.allSatisfy { pattern in
      switch pattern.kind {
      case .text, .unordered: false
      default: true
      }
    }
  }

  var mistake: (call: String, reason: String)? {
    all.lazy.compactMap { pattern in
      if case .mistaken(let call, let reason) = pattern.kind { (call, reason) } else { nil }
    }.first
  }

  var expressions: [TextPattern] {
    all.compactMap { if case .text(let pattern) = $0.kind { pattern } else { nil } }
  }
}

extension JSONPattern: CustomStringConvertible {
  /// The pattern as one would write it, members sorted by name.
  public var description: String { text { $0.swiftLiteral } }

  var jsonText: String { text { $0.shortened() }.shortened() }

  private func text(_ valueText: (StubJSON) -> String) -> String {
    switch kind {
    case .value(let value): valueText(value)
    case .anything: ".anything"
    case .anyString: ".anyString"
    case .anyNumber: ".anyNumber"
    case .anyBool: ".anyBool"
    case .text(let pattern): ".matching(\(pattern.description))"
    case .mistaken(let call, _): call
    case .array(let elements): "[\(Self.text(of: elements, valueText))]"
    case .unordered(let elements): ".unordered([\(Self.text(of: elements, valueText))])"
    case .object(let members):
      "["
        + members.map { "\($0.name.swiftLiteral): \($0.pattern.text(valueText))" }
        .joined(separator: ", ") + "]"
    }
  }

  private static func text(
    of elements: [JSONPattern], _ valueText: (StubJSON) -> String
  ) -> String {
    elements.map { $0.text(valueText) }.joined(separator: ", ")
  }
}

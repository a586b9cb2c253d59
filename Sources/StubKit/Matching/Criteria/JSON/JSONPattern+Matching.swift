extension JSONPattern {
  func verdict(on found: StubJSON, isSubset: Bool, in probe: RequestProbe) -> Verdict {
    // Other requests wait for the registry's lock, so nothing slow is evaluated while it is held.
    if !isPlain, probe.isHurried { return .open }
    return verdict(on: found, isSubset: isSubset) { $0.verdict(on: $1, in: probe) }
  }

  /// With `isSubset`, objects may have further members, except objects in an array.
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
      return zip(patterns, elements).least { pattern, element in
        pattern.verdict(on: element, isSubset: false, searching: search)
      }
    case (.unordered(let patterns), .array(let elements)):
      guard patterns.count == elements.count else { return .no }
      return UnorderedMatch(patterns, with: elements, isForVerdict: true, searching: search).verdict
    case (.object(let patterns), .object(let members)):
      guard isSubset || patterns.count == members.count else { return .no }
      return patterns.least { member in
        members[named: member.name].map {
          member.pattern.verdict(on: $0, isSubset: isSubset, searching: search)
        } ?? .no
      }
    default:
      return .no
    }
  }

  func differences(
    of found: StubJSON, hiding real: StubJSON? = nil, at root: StubJSON.Path = .init(),
    isSubset: Bool, in probe: RequestProbe
  ) -> JSONDifferences {
    JSONDifferences(
      of: found, hiding: real, from: self, at: root, isSubset: isSubset,
      searching: { $0.verdict(on: $1, in: probe) })
  }

  private var all: [JSONPattern] { [self] + kind.children.flatMap(\.all) }

  var fixedValue: StubJSON? { if case .value(let value) = kind { value } else { nil } }

  var mistake: MatcherMistake? {
    all.lazy.compactMap { pattern in
      if case .mistaken(let mistake) = pattern.kind { mistake } else { nil }
    }.first
  }

  func hint(in probe: RequestProbe) -> String? {
    all.lazy.compactMap { part in
      if case .text(let pattern) = part.kind { pattern.hint(in: probe) } else { nil }
    }.first
  }
}

extension JSONPattern: CustomStringConvertible {
  /// The pattern as Swift code, its members sorted by name.
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
    case .mistaken(let mistake): mistake.call
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
  ) -> String { elements.map { $0.text(valueText) }.joined(separator: ", ") }
}

extension JSONPattern: CustomStringConvertible {
  /// The pattern as one would write it, members sorted by name.
  public var description: String { text { $0.swiftLiteral } }

  /// The pattern in a difference: as JSON, with the calls at its open places.
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

/// The request has a header field of the given name, with the given value if there is one.
struct HeaderCriterion: Criterion {
  /// The name, which ignores case.
  let name: String
  /// The value, compared exactly; nil means any.
  let value: String?

  func verdict(on probe: RequestProbe) -> Verdict {
    guard let found = probe.header(name) else { return probe.verdictOnMissingHeader }
    guard let value else { return .yes }
    return Verdict(found.equalsByteForByte(value))
  }

  func finding(in probe: RequestProbe) -> String { probe.headerFinding(name) }

  var requirements: [Requirement] { [.header(name: name.asciiLowercased, value: value)] }

  var requirementsSuffice: Bool { true }

  func nearness(of probe: RequestProbe) -> Double {
    guard let found = probe.header(name) else { return probe.nearness(toHeader: name) }
    guard let value, value != found else { return 1 }
    return 0.5 + 0.4 * found.likeness(to: value)
  }

  func difference(in probe: RequestProbe) -> String? {
    value.flatMap { probe.header(name)?.difference(from: $0) }
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.header(name).map { HeaderCriterion(name: name, value: $0) }
  }

  var hint: String? { hintOnHeaderName(name) }

  var description: String {
    guard let value else { return "hasHeaderNamed(\(name.swiftLiteral))" }
    return "hasHeaderNamed(\(name.swiftLiteral), value: \(value.swiftLiteral))"
  }
}

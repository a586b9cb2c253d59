/// The request has a header field of the given name, with the given value if there is one.
struct HeaderCriterion: ExactCriterion {
  /// The name, which ignores case.
  let name: String
  /// The value, compared exactly; nil means any.
  let value: String?

  var meaning: RequestComparison {
    value.map { .headerValue(name: name, value: $0) } ?? .headerName(name)
  }

  func finding(in probe: RequestProbe) -> String { probe.headerFinding(name) }

  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    guard let value, let found = shown.header(name), found != value else { return nil }
    let difference =
      "\(name): expected \(value.shortened().swiftLiteral), found \(found.shortened().swiftLiteral)"
    return FindingList(first: [difference], of: 1)
  }

  func nearness(of probe: RequestProbe) -> Double {
    guard let found = probe.header(name) else { return probe.nearness(toHeader: name) }
    guard let value, verdict(on: probe) != .yes else { return 1 }
    return 0.5 + 0.4 * found.likeness(to: value)
  }

  func difference(in probe: RequestProbe) -> String? {
    value.flatMap { probe.header(name)?.difference(from: $0) }
  }

  func comparedText(in probe: RequestProbe) -> String? {
    value == nil || verdict(on: probe) == .yes ? nil : probe.header(name)
  }

  var wantedText: String? { value }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.header(name).map { HeaderCriterion(name: name, value: $0) }
  }

  var hint: String? { hintOnHeaderName(name) }

  var description: String {
    guard let value else { return "hasHeaderNamed(\(name.swiftLiteral))" }
    return "hasHeaderNamed(\(name.swiftLiteral), value: \(value.swiftLiteral))"
  }
}

struct HeaderCriterion: Criterion {
  /// Ignores case.
  let name: String
  /// Compared exactly; nil means any.
  let value: String?

  var comparison: RequestComparison? {
    value.map { .headerValue(name: name, value: $0) } ?? .headerName(name)
  }

  var isExact: Bool { true }
  func finding(in probe: RequestProbe) -> String { probe.headerFinding(name) }

  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    guard let value, let found = shown.header(name), found != value else { return nil }
    let difference =
      "\(name): expected \(value.shortened().swiftLiteral), found \(found.shortened().swiftLiteral)"
    return FindingList(first: [difference], of: 1)
  }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    guard let found = probe.header(name) else { return probe.nearness(toHeader: name) }
    return value.map { 0.5 + 0.4 * found.likeness(to: $0) } ?? 1
  }

  func difference(in probe: RequestProbe) -> String? {
    value.flatMap { probe.header(name)?.difference(from: $0) }
  }

  func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? {
    guard let value, let found = probe.header(name), found != value else { return nil }
    return (found, value)
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.header(name).map { HeaderCriterion(name: name, value: $0) }
  }

  func hint(in probe: RequestProbe?) -> String? { hintOnHeaderName(name) }

  var description: String {
    guard let value else { return "hasHeaderNamed(\(name.swiftLiteral))" }
    return "hasHeaderNamed(\(name.swiftLiteral), value: \(value.swiftLiteral))"
  }
}

func hintOnHeaderName(_ name: String) -> String? {
  if name.isEmpty { return "a header name cannot be empty" }
  if name.contains(":") { return "a header name is written without a colon" }
  if name.contains(where: \.isWhitespace) { return "a header name contains no white space" }
  return nil
}

extension RequestProbe {
  package var verdictOnMissingHeader: Verdict { mayGainHeaders ? .open : .no }

  func headerFinding(_ name: String) -> String {
    if let value = header(name) {
      return "the header \(name.swiftLiteral) is \(value.shortened().swiftLiteral)"
    }
    let near = headers.keys.sorted().near(name)
    let remark = near.isEmpty ? "" : ", but there is \(near.map(\.swiftLiteral).phrase)"
    return "there is no header \(name.swiftLiteral)\(remark)"
  }

  func nearness(toHeader name: String) -> Double {
    headers.keys.sorted().prefix(100).map { 0.6 * $0.likeness(to: name) }.max() ?? 0
  }
}

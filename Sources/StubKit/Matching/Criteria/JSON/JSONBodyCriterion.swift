package struct JSONBodyCriterion: Criterion {
  private let pattern: JSONPattern
  /// Whether the test gave a pattern, which may still be a fixed value.
  private let isPattern: Bool
  private let isSubset: Bool

  package init(_ json: StubJSON, isSubset: Bool) {
    (pattern, isPattern, self.isSubset) = (.value(json), false, isSubset)
  }

  /// With `mayMeanText`, the test gave a string, and may have meant the JSON in its text.
  init(
    _ pattern: JSONPattern, isPattern: Bool, isSubset: Bool, mayMeanText: Bool = false
  ) throws(MatcherMistake) {
    (self.pattern, self.isPattern, self.isSubset) = (pattern, isPattern, isSubset)
    if let mistake = pattern.mistake {
      throw MatcherMistake(call: call(mistake.call), reason: mistake.reason)
    }
    guard mayMeanText, let json = pattern.fixedValue, let meant = json.meantByText else { return }
    throw MatcherMistake(
      call: call(json.swiftLiteral.shortened()),
      reason: "this is a JSON string, but its text is the JSON of \(meant.kind); "
        + "write \(call(meant.json.swiftLiteral.shortened(to: 500))), or \(function)(text: …)")
  }

  package func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnBody(as: JSONForm.self) { form in
      form.json.map { pattern.verdict(on: $0, isSubset: isSubset, in: probe) } ?? .no
    }
  }

  package func finding(in probe: RequestProbe) -> String {
    guard let form = probe.form(JSONForm.self) else { return "there is no body" }
    if probe.seenBody?.isEmpty ?? true { return "the body is empty" }
    switch form.result {
    case .success(let json): return "the body is \(json.shortened())"
    case .failure(let error): return "the body is not JSON (\(error))"
    }
  }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    guard let found = shown.form(JSONForm.self)?.json else {
      return shown.partFindings("the body is not JSON, but has")
    }
    return pattern.differences(
      of: found, hiding: probe.form(JSONForm.self)?.json, isSubset: isSubset, in: shown
    ).findings
  }

  package func nearness(ofMiss probe: RequestProbe) -> Double {
    guard let found = probe.form(JSONForm.self)?.json else { return 0 }
    guard let json = pattern.fixedValue else {
      let differences = pattern.differences(of: found, isSubset: isSubset, in: probe)
      return 0.3 + 0.6 / Double(1 + differences.count)
    }
    // Only the outer members are compared: at the end of a test there may be many bodies and stubs.
    guard case .object(let wanted) = json, case .object(let members) = found, !wanted.isEmpty
    else { return 0.3 }
    let met = wanted.filter { key, value in members[named: key] == value }.count
    return 0.3 + 0.6 * Double(met) / Double(max(wanted.count, isSubset ? 0 : members.count))
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    guard let text = probe.shortBody else { return nil }
    guard let found = probe.form(JSONForm.self)?.json else {
      return BodyCriterion(containing: text)
    }
    return JSONBodyCriterion(found, isSubset: isSubset)
  }

  package func hint(in probe: RequestProbe?) -> String? {
    guard let probe else { return nil }
    if let hint = pattern.hint(in: probe) { return hint }
    if !isPattern, pattern.fixedValue == .object([:]) { return nil }
    guard !isSubset, let found = probe.form(JSONForm.self)?.json,
      // Comparisons that are too many for a report are also too many to repeat for a hint.
      pattern.differences(of: found, isSubset: false, in: probe).isComplete,
      verdict(on: probe) == .no, pattern.verdict(on: found, isSubset: true, in: probe) == .yes
    else { return nil }
    return "containsJson(\(isPattern ? "matching: …" : "…")) matches a body that has at least this"
  }

  package var description: String { call(pattern.description) }

  private func call(_ argument: String) -> String {
    "\(function)(\(isPattern ? "matching: " : "")\(argument))"
  }

  private var function: String { isSubset ? "containsJson" : "hasJsonBody" }
}

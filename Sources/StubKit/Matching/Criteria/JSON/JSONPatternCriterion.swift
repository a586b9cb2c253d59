import Foundation

/// The body is JSON that fits a pattern, or contains JSON that fits it at any depth of objects.
struct JSONPatternCriterion: Criterion {
  let pattern: JSONPattern
  /// Whether objects in the body may have further members.
  let isSubset: Bool
  private let isPlain: Bool

  init(_ pattern: JSONPattern, isSubset: Bool) throws(MatcherMistake) {
    self.pattern = pattern
    self.isSubset = isSubset
    isPlain = pattern.isPlain
    if let mistake = pattern.mistake {
      let function = JSONBodyCriterion.function(isSubset: isSubset)
      throw MatcherMistake(
        call: "\(function)(matching: \(mistake.call))", reason: mistake.reason)
    }
  }

  func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnBody(as: JSONForm.self) { form in
      form.json.map { verdict(on: $0, in: probe, isSubset: isSubset) } ?? .no
    }
  }

  private func verdict(on json: StubJSON, in probe: RequestProbe, isSubset: Bool) -> Verdict {
    // Under the lock, where others wait, nothing slow is evaluated.
    if !isPlain, probe.isHurried { return .open }
    return pattern.verdict(on: json, isSubset: isSubset) { $0.verdict(on: $1, in: probe) }
  }

  func finding(in probe: RequestProbe) -> String { probe.jsonFinding }

  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    guard let found = shown.form(JSONForm.self)?.json else {
      return shown.partFindings("the body is not JSON, but has")
    }
    return differences(of: found, hiding: probe.form(JSONForm.self)?.json, in: shown).findings
  }

  private func differences(
    of found: StubJSON, hiding real: StubJSON? = nil, in probe: RequestProbe
  ) -> JSONPatternDifferences {
    JSONPatternDifferences(
      of: found, hiding: real, from: pattern, isSubset: isSubset, limit: FindingList.shown
    ) { $0.verdict(on: $1, in: probe) }
  }

  func nearness(of probe: RequestProbe) -> Double {
    guard let found = probe.form(JSONForm.self)?.json else { return 0 }
    let differences = differences(of: found, in: probe)
    if differences.count == 0, verdict(on: probe) == .yes { return 1 }
    return 0.3 + 0.6 / Double(1 + differences.count)
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.jsonSubstitute(isSubset: isSubset)
  }

  func hint(in probe: RequestProbe) -> String? {
    if let hint = pattern.expressions.lazy.compactMap({ $0.hint(in: probe) }).first {
      return hint
    }
    guard !isSubset, let found = probe.form(JSONForm.self)?.json,
      // If the differences are too many to list, evaluating once more for a hint is too much as well.
      differences(of: found, in: probe).isComplete, verdict(on: probe) == .no,
      verdict(on: found, in: probe, isSubset: true) == .yes
    else { return nil }
    return "containsJson(matching: …) matches a body that has at least this"
  }

  var description: String {
    "\(JSONBodyCriterion.function(isSubset: isSubset))(matching: \(pattern))"
  }
}

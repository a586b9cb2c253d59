/// A regular expression matches somewhere in the value of a header field.
struct HeaderPatternCriterion: Criterion {
  /// The name, which ignores case.
  let name: String
  let pattern: TextPattern

  var comparison: RequestComparison? { .headerName(name) }

  func condition(on probe: RequestProbe) -> Verdict {
    probe.header(name).map { pattern.verdict(on: $0, in: probe) } ?? .no
  }

  func finding(in probe: RequestProbe) -> String { probe.headerFinding(name) }

  func nearness(of probe: RequestProbe) -> Double {
    guard let value = probe.header(name) else { return probe.nearness(toHeader: name) }
    return pattern.verdict(on: value, in: probe) == .yes ? 1 : 0.6
  }

  var hint: String? { hintOnHeaderName(name) }

  func hint(in probe: RequestProbe) -> String? { pattern.hint(in: probe) ?? hint }

  var description: String { "headerMatches(\(name.swiftLiteral), \(pattern.description))" }
}

extension HeaderPatternCriterion {
  /// Compiles the expression, or throws why it cannot be compiled.
  init(name: String, parsing pattern: String) throws(MatcherMistake) {
    self.name = name
    self.pattern = try TextPattern(parsing: pattern) {
      "headerMatches(\(name.swiftLiteral), \($0))"
    }
  }
}

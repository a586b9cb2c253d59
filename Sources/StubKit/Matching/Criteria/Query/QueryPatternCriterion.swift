/// A regular expression matches some value of a query item.
struct QueryPatternCriterion: Criterion {
  let name: String
  /// The expression; a name without an equals sign has an empty value.
  let pattern: TextPattern

  var comparison: RequestComparison? { .queryName(name) }

  func condition(on probe: RequestProbe) -> Verdict {
    var verdict = Verdict.no
    for pair in probe.url.queryPairs where pair.isNamed(name) {
      verdict = max(verdict, pattern.verdict(on: pair.valueString ?? "", in: probe))
      if verdict == .yes { break }
    }
    return verdict
  }

  func finding(in probe: RequestProbe) -> String { probe.url.queryFinding(of: [name]) }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    return QueryNameCriterion(name: name).nearness(of: probe) * 0.7
  }

  func hint(in probe: RequestProbe) -> String? { pattern.hint(in: probe) }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.url.queryCriterion(like: .dictionary([]))
  }

  var description: String { "queryMatches(\(name.swiftLiteral), \(pattern.description))" }
}

extension QueryPatternCriterion {
  /// Compiles the expression, or throws why it cannot be compiled.
  init(name: String, parsing pattern: String) throws(MatcherMistake) {
    self.name = name
    self.pattern = try TextPattern(parsing: pattern) {
      "queryMatches(\(name.swiftLiteral), \($0))"
    }
  }
}

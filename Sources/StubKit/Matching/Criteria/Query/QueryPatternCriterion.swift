/// A regular expression matches some value that the query has under a name.
struct QueryPatternCriterion: Criterion {
  /// The decoded name.
  let name: String
  /// The expression; a name without an equals sign counts as an empty value.
  let pattern: TextPattern

  func verdict(on probe: RequestProbe) -> Verdict {
    for pair in probe.url.queryPairs where PercentDecoding.bytes(pair.rawName, spell: name) {
      if pattern.matches(pair.valueString ?? "") { return .yes }
    }
    return .no
  }

  func finding(in probe: RequestProbe) -> String { probe.url.queryFinding(of: [name]) }

  var requirements: [Requirement] { [.queryItem(name: name, value: .any)] }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    return QueryNameCriterion(name: name, isPresent: true).nearness(of: probe) * 0.7
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.url.queryCriterion(like: .dictionary([:]))
  }

  var description: String { "queryMatches(\(name.swiftLiteral), \(pattern.description))" }
}

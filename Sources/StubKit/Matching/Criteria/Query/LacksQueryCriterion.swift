/// The query has no item of the given name.
struct LacksQueryCriterion: Criterion {
  let name: String

  func condition(on probe: RequestProbe) -> Verdict {
    !RequestComparison.queryName(name).verdict(on: probe)
  }

  func finding(in probe: RequestProbe) -> String { probe.url.queryFinding(of: [name]) }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.url.queryCriterion(like: .dictionary([]))
  }

  var hint: String? { QueryNameCriterion.hint(on: name) }

  var description: String { "lacksQuery(\(name.swiftLiteral))" }
}

/// The request has no header field of the given name.
struct LacksHeaderCriterion: Criterion {
  /// The name, which ignores case.
  let name: String

  func condition(on probe: RequestProbe) -> Verdict {
    !RequestComparison.headerName(name).verdict(on: probe)
  }

  func finding(in probe: RequestProbe) -> String { probe.headerFinding(name) }

  var hint: String? { hintOnHeaderName(name) }

  var description: String { "lacksHeaderNamed(\(name.swiftLiteral))" }
}

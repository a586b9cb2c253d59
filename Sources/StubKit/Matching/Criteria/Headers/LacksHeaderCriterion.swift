/// The request has no header field of the given name.
struct LacksHeaderCriterion: Criterion {
  /// The name, which ignores case.
  let name: String

  func condition(on probe: RequestProbe) -> Verdict {
    if probe.header(name) != nil { return .no }
    return !probe.verdictOnMissingHeader
  }

  func finding(in probe: RequestProbe) -> String { probe.headerFinding(name) }

  var hint: String? { hintOnHeaderName(name) }

  var description: String { "lacksHeaderNamed(\(name.swiftLiteral))" }
}

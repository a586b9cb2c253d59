import StubKit

/// The method matches the expression in the first line of a Mocktail file.
struct MethodPatternCriterion: Criterion {
  /// Anchored at both ends.
  let pattern: TextPattern

  func condition(on probe: RequestProbe) -> Verdict {
    pattern.verdict(on: probe.method, in: probe)
  }

  func finding(in probe: RequestProbe) -> String { "the method is \(probe.method)" }
  func hint(in probe: RequestProbe?) -> String? { probe.flatMap(pattern.hint) }
  var description: String { "methodMatches(\(pattern.description))" }
}

/// A regular expression matches the method: what the first line of a Mocktail file says.
struct MethodPatternCriterion: Criterion {
  /// The expression, anchored at both ends.
  let pattern: TextPattern

  func condition(on probe: RequestProbe) -> Verdict {
    pattern.verdict(on: probe.method, in: probe)
  }

  func finding(in probe: RequestProbe) -> String { "the method is \(probe.method)" }

  func hint(in probe: RequestProbe) -> String? { pattern.hint(in: probe) }

  var description: String { "methodMatches(\(pattern.description))" }
}

/// A regular expression matches somewhere in the URL: what the second line of a Mocktail file says.
struct URLPatternCriterion: Criterion {
  /// The expression.
  let pattern: TextPattern

  func condition(on probe: RequestProbe) -> Verdict {
    pattern.verdict(on: probe.url.textWithoutFragment.text, in: probe)
  }

  func finding(in probe: RequestProbe) -> String {
    guard !probe.url.text.isEmpty else { return "the request has no URL" }
    return "the URL is \(probe.url.text.text.shortened(to: 500).swiftLiteral)"
  }

  var weight: Double { 4 }

  func hint(in probe: RequestProbe) -> String? { pattern.hint(in: probe) }

  var description: String { "urlMatches(\(pattern.description))" }
}

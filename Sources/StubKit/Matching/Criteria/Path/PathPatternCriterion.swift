import Foundation

/// A regular expression matches somewhere in the decoded path.
struct PathPatternCriterion: Criterion {
  /// The expression.
  let pattern: TextPattern

  func condition(on probe: RequestProbe) -> Verdict {
    pattern.verdict(on: probe.url.path, in: probe)
  }

  func finding(in probe: RequestProbe) -> String { probe.url.pathFinding }

  var weight: Double { 2 }

  func hint(in probe: RequestProbe) -> String? { pattern.hint(in: probe) }

  var description: String { "pathMatches(\(pattern.description))" }
}

extension PathPatternCriterion {
  /// Compiles the expression, or throws why it cannot be compiled.
  init(
    parsing pattern: String, options: NSRegularExpression.Options = []
  ) throws(MatcherMistake) {
    self.pattern = try TextPattern(parsing: pattern, options: options) { "pathMatches(\($0))" }
  }
}

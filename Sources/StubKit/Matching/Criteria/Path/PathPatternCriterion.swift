package import Foundation

/// A regular expression matches somewhere in the decoded path.
package struct PathPatternCriterion: Criterion {
  let pattern: TextPattern

  package func condition(on probe: RequestProbe) -> Verdict {
    pattern.verdict(on: probe.url.path, in: probe)
  }

  package func finding(in probe: RequestProbe) -> String { probe.url.pathFinding }

  package var weight: Double { 2 }

  package func hint(in probe: RequestProbe) -> String? { pattern.hint(in: probe) }

  package var description: String { "pathMatches(\(pattern.description))" }
}

extension PathPatternCriterion {
  /// Compiles the expression, or throws why it cannot be compiled.
  package init(
    parsing pattern: String, options: NSRegularExpression.Options = []
  ) throws(MatcherMistake) {
    self.pattern = try TextPattern(parsing: pattern, options: options) { "pathMatches(\($0))" }
  }
}

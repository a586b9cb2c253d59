import Foundation

/// A regular expression matches somewhere in the URL, without its fragment.
package struct URLPatternCriterion: Criterion {
  let pattern: TextPattern

  package init(pattern: TextPattern) {
    self.pattern = pattern
  }

  package func condition(on probe: RequestProbe) -> Verdict {
    pattern.verdict(on: probe.url.textWithoutFragment.text, in: probe)
  }

  package func finding(in probe: RequestProbe) -> String { probe.url.textFinding }

  package var weight: Double { 4 }

  package func hint(in probe: RequestProbe) -> String? { pattern.hint(in: probe) }

  package var description: String { "absoluteURLMatches(\(pattern.description))" }
}

extension URLPatternCriterion {
  /// Compiles the expression, or throws why it cannot be compiled.
  init(
    parsing pattern: String, options: NSRegularExpression.Options
  ) throws(MatcherMistake) {
    self.pattern = try TextPattern(parsing: pattern, options: options) {
      "absoluteURLMatches(\($0))"
    }
  }
}

import Foundation

/// A regular expression matches somewhere in the body, read as UTF-8.
struct BodyPatternCriterion: Criterion {
  let pattern: TextPattern

  func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnBody { pattern.verdict(onUTF8: $0 ?? Data(), in: probe) }
  }

  func finding(in probe: RequestProbe) -> String { probe.bodyFinding }

  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    shown.partFindings()
  }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    return (probe.seenBody ?? Data()).isEmpty ? 0 : 0.3
  }

  func hint(in probe: RequestProbe) -> String? { pattern.hint(in: probe) }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.shortBody.map(BodyTextCriterion.init(text:))
  }

  var description: String { "bodyMatches(\(pattern.description))" }
}

extension BodyPatternCriterion {
  /// Compiles the expression, or throws why it cannot be compiled.
  init(
    parsing pattern: String, options: NSRegularExpression.Options
  ) throws(MatcherMistake) {
    self.pattern = try TextPattern(parsing: pattern, options: options) { "bodyMatches(\($0))" }
  }
}

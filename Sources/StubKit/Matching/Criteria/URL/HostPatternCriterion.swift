import Foundation

/// A regular expression matches somewhere in the host, which is read in lower case.
struct HostPatternCriterion: Criterion {
  let pattern: TextPattern

  func condition(on probe: RequestProbe) -> Verdict {
    probe.url.host.map { pattern.verdict(on: $0.asciiLowercased, in: probe) } ?? .no
  }

  func finding(in probe: RequestProbe) -> String { probe.url.hostFinding }

  var weight: Double { 2 }

  func hint(in probe: RequestProbe) -> String? { pattern.hint(in: probe) }

  var description: String { "hostMatches(\(pattern.description))" }
}

extension HostPatternCriterion {
  /// Compiles the expression, or throws why it cannot be compiled.
  init(
    parsing pattern: String, options: NSRegularExpression.Options
  ) throws(MatcherMistake) {
    do throws(MatcherMistake) {
      // Hosts ignore case, so that the option need not be written.
      self.pattern = try TextPattern(
        parsing: pattern, options: options, usual: .caseInsensitive
      ) { "hostMatches(\($0))" }
    } catch {
      guard pattern.hasPrefix("*.") else { throw error }
      throw MatcherMistake(
        call: error.call,
        reason: error.reason + "; for subdomains write isHost(\(pattern.swiftLiteral))")
    }
  }
}

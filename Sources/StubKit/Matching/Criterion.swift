/// One leaf of a request matcher.
///
/// `description` is the expression as a user would write it, such as `isHost("api.example.com")`.
package protocol Criterion: Sendable, CustomStringConvertible {
  /// Every matching request meets this comparison, by which the index looks stubs up.
  var comparison: RequestComparison? { get }

  /// Whether the comparison is the whole criterion.
  var isExact: Bool { get }

  /// Whether a request that meets the comparison also meets the criterion.
  func condition(on probe: RequestProbe) -> Verdict

  var mistake: String? { get }

  /// A plain fact, for reports on the criterion and on its negation: `the method is POST`.
  func finding(in probe: RequestProbe) -> String

  /// Findings to list, or nil if `finding` says it all; `shown` is the redacted request.
  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList?

  /// The captured path parameters; empty if the request does not meet the criterion.
  func captures(in probe: RequestProbe) -> [String: String]

  /// From 0 (nothing in common) to 1, for a request that does not meet the criterion.
  func nearness(ofMiss probe: RequestProbe) -> Double

  /// How much the criterion counts when near misses are ranked.
  var weight: Double { get }

  /// How the compared texts differ; nil if that is easy to see.
  func difference(in probe: RequestProbe) -> String?

  /// Nil unless the criterion compares a single text.
  func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)?

  /// For a suggested stub: a criterion on the same part that expects the request's own value.
  func substitute(in probe: RequestProbe) -> (any Criterion)?

  /// Advice for a report on a miss; if `probe` is nil, only advice that holds for every request.
  func hint(in probe: RequestProbe?) -> String?
}

extension Criterion {
  package var comparison: RequestComparison? { nil }
  package var isExact: Bool { false }
  package func condition(on probe: RequestProbe) -> Verdict { .yes }
  package var mistake: String? { nil }
  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? { nil }
  package func captures(in probe: RequestProbe) -> [String: String] { [:] }
  package func nearness(ofMiss probe: RequestProbe) -> Double {
    comparedTexts(in: probe).map { $0.found.nearness(to: $0.wanted) } ?? 0
  }
  package var weight: Double { 1 }
  package func difference(in probe: RequestProbe) -> String? {
    comparedTexts(in: probe).flatMap { $0.found.difference(from: $0.wanted) }
  }
  package func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? { nil }
  package func substitute(in probe: RequestProbe) -> (any Criterion)? { nil }
  package func hint(in probe: RequestProbe?) -> String? { nil }
}

extension Criterion {
  func reject(because reason: String?) throws(MatcherMistake) {
    if let reason { throw MatcherMistake(call: description, reason: reason) }
  }

  func mistake(because reason: String?) -> String? {
    reason.map { MatcherMistake(call: description, reason: $0).description }
  }

  package func verdict(on probe: RequestProbe) -> Verdict {
    if let comparison {
      let verdict = comparison.verdict(on: probe)
      guard verdict == .yes else { return verdict }
    }
    return condition(on: probe)
  }

  package func nearness(of probe: RequestProbe) -> Double {
    verdict(on: probe) == .yes ? 1 : nearness(ofMiss: probe)
  }

  /// The finding; if its value is redacted, also how the secret differs from the test's value.
  func finding(
    in probe: RequestProbe, shownAs shown: RequestProbe?, as findings: FindingList?
  ) -> String {
    let text = findings?.text ?? finding(in: shown ?? probe)
    guard shown != nil, text.contains(Redaction.mark), let texts = comparedTexts(in: probe) else {
      return text
    }
    return text + " (\(texts.found.secretDifference(from: texts.wanted)))"
  }

  func difference(in probe: RequestProbe, shownAs shown: RequestProbe?) -> String? {
    let difference = difference(in: shown ?? probe)
    // A comparison with the placeholder of a secret would be meaningless.
    return shown != nil && difference?.contains(Redaction.mark) ?? false ? nil : difference
  }
}

/// A call that cannot mean anything, such as `isHost("a.com/x")`.
package struct MatcherMistake: Error, CustomStringConvertible {
  let call: String
  let reason: String

  package var description: String { "\(call): \(reason)".withVisibleControls }
}

/// A criterion's answer; ordered, so that a conjunction has the lowest verdict of its parts.
package enum Verdict: Sendable, Comparable {
  case no
  /// A closure must not run yet, or a body, a header or a regular expression's result is missing.
  case open
  case yes

  package init(_ isMatch: Bool) { self = isMatch ? .yes : .no }

  static prefix func ! (verdict: Verdict) -> Verdict {
    switch verdict {
    case .no: .yes
    case .open: .open
    case .yes: .no
    }
  }
}

extension Sequence {
  /// Returns the lowest verdict; elements after the first `.no` are not asked.
  func least(_ verdict: (Element) -> Verdict) -> Verdict {
    var least = Verdict.yes
    for element in self {
      least = Swift.min(least, verdict(element))
      if least == .no { break }
    }
    return least
  }

  /// Returns the highest verdict; elements after the first `.yes` are not asked.
  func greatest(_ verdict: (Element) -> Verdict) -> Verdict { !least { !verdict($0) } }
}

/// One leaf of a request matcher: a question about a request, with its answer and its reasons.
///
/// `description` is the expression as a user would write it, such as `isHost("api.example.com")`.
package protocol Criterion: Sendable, CustomStringConvertible {
  /// A comparison that every request has to meet, by which the index looks stubs up.
  var comparison: RequestComparison? { get }

  /// Whether the comparison is the whole criterion, so that the condition need not be evaluated.
  var isExact: Bool { get }

  /// Whether a request that meets the comparison also meets the criterion.
  func condition(on probe: RequestProbe) -> Verdict

  var mistake: String? { get }

  /// A plain fact, for reports on the criterion and on its negation: `the method is POST`.
  func finding(in probe: RequestProbe) -> String

  /// Nil if `finding` says it all; `shown` is the request without its secrets, `probe` the request itself.
  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList?

  /// The captures from a request; empty if the request does not meet the criterion.
  func captures(in probe: RequestProbe) -> [String: String]

  /// How near a request that does not meet the criterion comes to it, from 0 (nothing in common) to 1.
  func nearness(ofMiss probe: RequestProbe) -> Double

  /// How much the criterion counts among others when near misses are ranked.
  var weight: Double { get }

  /// The notable difference between the request's text and the expected one; nil if it is easy to see.
  func difference(in probe: RequestProbe) -> String?

  /// The request's text and the expected one, where the criterion compares a single text.
  func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)?

  /// A criterion on the same part of the request, with the request's own value.
  func substitute(in probe: RequestProbe) -> (any Criterion)?

  /// A remark on why this request does not meet the criterion; without a request, why none ever does.
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
  /// Throws a mistake in the call that `description` spells.
  func reject(because reason: String?) throws(MatcherMistake) {
    if let reason { throw MatcherMistake(call: description, reason: reason) }
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

  /// The request's value as it may be shown; for a secret, its difference from the test's value.
  func finding(
    in probe: RequestProbe, shownAs shown: RequestProbe?, as findings: FindingList?
  ) -> String {
    let text = findings?.text ?? finding(in: shown ?? probe)
    guard shown != nil, text.contains(Redaction.mark), let texts = comparedTexts(in: probe) else {
      return text
    }
    return text + " (\(SecretDifference.text(of: texts.found, from: texts.wanted)))"
  }

  /// The notable difference from the expected text; nil if it is easy to see, or may not be shown.
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

/// The result of a matcher: no, yes, or open while the request is not fully known.
///
/// Verdicts are ordered so that the lower one is that of a conjunction.
package enum Verdict: Sendable, Comparable {
  case no
  /// The answer depends on a closure that may not run yet, an unread body or a header still to be added.
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
  /// The verdict of a conjunction; elements after the first `.no` are not asked.
  func least(_ verdict: (Element) -> Verdict) -> Verdict {
    var least = Verdict.yes
    for element in self {
      least = Swift.min(least, verdict(element))
      if least == .no { break }
    }
    return least
  }

  /// The verdict of a disjunction; elements after the first `.yes` are not asked.
  func greatest(_ verdict: (Element) -> Verdict) -> Verdict { !least { !verdict($0) } }
}

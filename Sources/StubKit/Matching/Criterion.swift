/// One leaf of a request matcher: a question about a request, with its answer and its reasons.
///
/// Each kind is a small value in a file of its own under `Criteria/`. `description` is the expression as a
/// user would write it, such as `isHost("api.example.com")`.
package protocol Criterion: Sendable, CustomStringConvertible {
  /// A comparison that every request has to meet; nil if there is none.
  ///
  /// The index looks stubs up by it.
  var comparison: RequestComparison? { get }

  /// Whether a request that meets the comparison also meets the criterion.
  func condition(on probe: RequestProbe) -> Verdict

  /// Whether the comparison is the whole criterion, so that the condition need not be evaluated.
  var isExact: Bool { get }

  /// The mistake in a criterion that can never match; nil if there is none.
  var mistake: String? { get }

  /// The request's value at the place that the criterion looks at: `the method is POST`.
  ///
  /// It is a plain fact, since it stands in reports on the criterion and on its negation. Only reports ask
  /// for it, with everything in sight.
  func finding(in probe: RequestProbe) -> String

  /// The differences one by one, where there are several; nil if `finding` says it all.
  ///
  /// - Parameters:
  ///   - shown: The request as it is shown, perhaps without its secrets.
  ///   - probe: The request itself, to say how a secret differs from the test's value.
  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList?

  /// The captures from a request; empty if the request does not meet the criterion.
  func captures(in probe: RequestProbe) -> [String: String]

  /// How near the request comes, from 0 (nothing in common) to 1 (met), for ranking near misses.
  func nearness(of probe: RequestProbe) -> Double

  /// How much the criterion counts among others when near misses are ranked.
  var weight: Double { get }

  /// The notable difference between the request's text and the expected one; nil if it is easy to see.
  func difference(in probe: RequestProbe) -> String?

  /// The one text of the request that the criterion compares; nil if there is no such text.
  func comparedText(in probe: RequestProbe) -> String?

  /// The expected text.
  var wantedText: String? { get }

  /// A criterion on the same place that the request meets; nil if there is none.
  func substitute(in probe: RequestProbe) -> (any Criterion)?

  /// A remark on the criterion itself that would explain why it never matches; nil if there is none.
  var hint: String? { get }

  /// A remark on why this request does not meet the criterion; nil if there is none.
  func hint(in probe: RequestProbe) -> String?
}

extension Criterion {
  package var comparison: RequestComparison? { nil }
  package var isExact: Bool { false }
  package var mistake: String? { nil }

  /// Whether the request meets the criterion, as far as is known.
  ///
  /// Criteria do not override it: it follows from their comparison and condition.
  package func verdict(on probe: RequestProbe) -> Verdict {
    if let comparison {
      let verdict = comparison.verdict(on: probe)
      guard verdict == .yes else { return verdict }
    }
    return condition(on: probe)
  }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? { nil }
  package func captures(in probe: RequestProbe) -> [String: String] { [:] }
  package func nearness(of probe: RequestProbe) -> Double { verdict(on: probe) == .yes ? 1 : 0 }
  package var weight: Double { 1 }
  package func difference(in probe: RequestProbe) -> String? { nil }
  package func comparedText(in probe: RequestProbe) -> String? { nil }
  package var wantedText: String? { nil }
  package func substitute(in probe: RequestProbe) -> (any Criterion)? { nil }
  package var hint: String? { nil }
  package func hint(in probe: RequestProbe) -> String? { hint }
}

/// One leaf of a request matcher: a question about a request, with its answer and its reasons.
///
/// Each kind is a small value in a file of its own under `Criteria/`. `description` is the
/// expression as a user would write it, such as `isHost("api.example.com")`.
package protocol Criterion: Sendable, CustomStringConvertible {
  /// A comparison that holds for every request that meets the criterion, if it has one.
  ///
  /// The index looks stubs up by it.
  var comparison: RequestComparison? { get }

  /// Whether a request for which the comparison holds meets the criterion.
  func condition(on probe: RequestProbe) -> Verdict

  /// Whether the comparison is all there is to it, so that the condition need not be asked.
  var isExact: Bool { get }

  /// The sentence of the mistake that a criterion stands for which cannot mean anything.
  var mistake: String? { get }

  /// What the request has in the place that the criterion looks at: `the method is POST`.
  ///
  /// A plain fact, since it stands in reports on the criterion and on its negation. Asked only for
  /// reports, and only with everything in sight.
  func finding(in probe: RequestProbe) -> String

  /// The same, thing by thing, where the request differs from what is asked for in several; nil if
  /// there is no more to say than that.
  ///
  /// - Parameters:
  ///   - shown: The request as it is shown, which may be without its secrets.
  ///   - probe: The request, to say how a secret differs from what the test has written for it.
  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList?

  /// What the criterion captures from a request; empty from one that does not meet it.
  func captures(in probe: RequestProbe) -> [String: String]

  /// How near the request comes, from 0 (nothing in common) to 1 (met), for ranking near misses.
  func nearness(of probe: RequestProbe) -> Double

  /// How much the criterion counts among others when near misses are ranked.
  var weight: Double { get }

  /// What sets the request's text apart from the expected one, if a reader might overlook it.
  func difference(in probe: RequestProbe) -> String?

  /// The one text of the request that differs from what the criterion asks for, if there is one.
  func comparedText(in probe: RequestProbe) -> String?

  /// What the test has written for that text.
  var wantedText: String? { get }

  /// A criterion that asks about the same place and that the request meets, if there is one.
  func substitute(in probe: RequestProbe) -> (any Criterion)?

  /// A remark on the criterion itself that would explain why it never matches, if there is one.
  var hint: String? { get }

  /// A remark on what keeps the criterion from matching this very request, if there is one.
  func hint(in probe: RequestProbe) -> String?
}

extension Criterion {
  package var comparison: RequestComparison? { nil }
  package var isExact: Bool { false }
  package var mistake: String? { nil }

  /// Whether the request meets the criterion, as far as can be told.
  ///
  /// It is not for a criterion to say otherwise: what it means is its comparison and its condition.
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

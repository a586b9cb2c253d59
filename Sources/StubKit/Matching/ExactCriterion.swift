/// A criterion that means one comparison and nothing else.
protocol ExactCriterion: Criterion {
  /// The comparison.
  var meaning: RequestComparison { get }
}

extension ExactCriterion {
  package var comparison: RequestComparison? { meaning }
  package var isExact: Bool { true }
  package func condition(on probe: RequestProbe) -> Verdict { .yes }
}

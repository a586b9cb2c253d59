/// A criterion that consists of one comparison.
protocol ExactCriterion: Criterion {
  var meaning: RequestComparison { get }
}

extension ExactCriterion {
  package var comparison: RequestComparison? { meaning }
  package var isExact: Bool { true }
  package func condition(on probe: RequestProbe) -> Verdict { .yes }
}

/// A criterion that means one comparison and nothing else.
protocol ExactCriterion: Criterion {
  /// The comparison.
  var meaning: RequestComparison { get }
}

extension ExactCriterion {
  var comparison: RequestComparison? { meaning }
  var isExact: Bool { true }
  func condition(on probe: RequestProbe) -> Verdict { .yes }
}

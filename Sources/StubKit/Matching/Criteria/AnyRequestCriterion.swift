/// Every request is meant.
struct AnyRequestCriterion: Criterion {
  func condition(on probe: RequestProbe) -> Verdict { .yes }
  func finding(in probe: RequestProbe) -> String { "every request matches" }
  var weight: Double { 0.1 }
  var description: String { "anyRequest()" }
}

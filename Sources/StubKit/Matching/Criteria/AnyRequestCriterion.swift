/// Every request is meant.
struct AnyRequestCriterion: Criterion {
  func verdict(on probe: RequestProbe) -> Verdict { .yes }
  func finding(in probe: RequestProbe) -> String { "it is a request" }
  var description: String { "anyRequest()" }
}

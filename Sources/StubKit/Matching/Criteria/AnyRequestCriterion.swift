/// Every request matches.
package struct AnyRequestCriterion: Criterion {
  package init() {}

  package func condition(on probe: RequestProbe) -> Verdict { .yes }
  package func finding(in probe: RequestProbe) -> String { "every request matches" }
  package var weight: Double { 0.1 }
  package var description: String { "anyRequest()" }
}

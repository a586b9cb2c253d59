/// Every request, but only once its loading starts: what a recording lets out to the network.
///
/// A request that may pass at a glance is never taken, and what comes back is never seen.
struct OutwardCriterion: Criterion {
  func verdict(on probe: RequestProbe) -> Verdict { probe.sight == .glance ? .open : .yes }

  func finding(in probe: RequestProbe) -> String { "it is a request" }

  var description: String { "anyRequest()" }
}

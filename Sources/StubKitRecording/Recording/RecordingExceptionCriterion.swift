import StubKit

/// Every request, but http ones only once their loading starts: what a recording lets out.
///
/// A request that may pass at a glance is never taken, and what comes back is never seen. That is
/// right for web sockets, which could not be forwarded.
struct RecordingExceptionCriterion: Criterion {
  func condition(on probe: RequestProbe) -> Verdict {
    guard probe.sight == .glance else { return .yes }
    let isHTTP = ["http", "https"].contains {
      probe.url.scheme.equalsIgnoringASCIICase(lowercased: $0)
    }
    return isHTTP ? .open : .yes
  }

  func finding(in probe: RequestProbe) -> String { "every request matches" }

  var description: String { "anyRequest()" }
}

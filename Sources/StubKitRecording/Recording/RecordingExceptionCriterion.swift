import StubKit

/// Matches the requests that a recording lets out to the network: all, but http only when loading starts.
///
/// A request that matches at a glance is not intercepted, and its answer is not seen. That is right for
/// web sockets, which cannot be forwarded.
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

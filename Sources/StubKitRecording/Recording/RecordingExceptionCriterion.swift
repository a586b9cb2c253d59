import StubKit

/// Lets every request go to the network; an http request matches only when its loading starts.
///
/// If a request matches earlier, StubKit does not intercept it, and the recording does not see its
/// answer. That is right for web sockets, which cannot be forwarded.
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

/// The URL's host is the given one, or one of its subdomains.
struct HostCriterion: ExactCriterion {
  /// The host as it was written at the call.
  let written: String
  private let pattern: HostPattern

  init(parsing written: String) throws(MatcherMistake) {
    self.written = written
    pattern = try HostPattern(parsing: written)
  }

  var meaning: RequestComparison {
    pattern.isSubdomains ? .subdomain(of: pattern.host) : .whole(.host, pattern.host)
  }

  func finding(in probe: RequestProbe) -> String {
    probe.url.host.map { "the host is \($0.swiftLiteral)" } ?? "the URL has no host"
  }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    return (probe.url.host ?? "").nearness(to: pattern.host)
  }

  var weight: Double { 3 }

  func difference(in probe: RequestProbe) -> String? {
    pattern.isSubdomains ? nil : probe.url.host?.difference(from: pattern.host)
  }

  var description: String { "isHost(\(written.swiftLiteral))" }
}

/// The URL's host is the given one, or one of its subdomains.
package struct HostCriterion: ExactCriterion {
  /// The host as it was written.
  let written: String
  /// The patterns where they differ from the text; a box, since few criteria need it.
  private let other: [HostPattern]

  private var pattern: HostPattern { other.first ?? HostPattern(plain: written) }

  package init(parsing written: String) throws(MatcherMistake) {
    let pattern = try HostPattern(parsing: written)
    self.written = written
    let isSame = !pattern.isSubdomains && pattern.host.equalsByteForByte(written)
    other = isSame ? [] : [pattern]
  }

  var meaning: RequestComparison {
    pattern.isSubdomains ? .subdomain(of: pattern.host) : .whole(.host, pattern.host)
  }

  package func finding(in probe: RequestProbe) -> String { probe.url.hostFinding }

  package func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    return (probe.url.host ?? "").nearness(to: pattern.host)
  }

  package var weight: Double { 3 }

  package func difference(in probe: RequestProbe) -> String? {
    pattern.isSubdomains ? nil : probe.url.host?.difference(from: pattern.host)
  }

  package var description: String { "isHost(\(written.swiftLiteral))" }
}

extension ScannedURL {
  /// The host in a report.
  var hostFinding: String {
    host.map { "the host is \($0.swiftLiteral)" } ?? "the URL has no host"
  }
}

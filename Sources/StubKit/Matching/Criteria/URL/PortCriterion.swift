/// The URL's port, written or implied by the scheme, is the given one.
package struct PortCriterion: ExactCriterion {
  let port: Int
  /// Whether any URL without a written port matches, because its scheme is compared as well.
  private let isUsual: Bool

  package init(parsing port: Int, isUsual: Bool = false) throws(MatcherMistake) {
    self.port = port
    self.isUsual = isUsual
    guard 0...65_535 ~= port else {
      throw MatcherMistake(
        call: "isPort(\(port))", reason: "a port is a number from 0 to 65535")
    }
  }

  var meaning: RequestComparison { .port(UInt16(clamping: port), isUsual: isUsual) }

  package func finding(in probe: RequestProbe) -> String {
    if let port = probe.url.port { return "the port is \(port)" }
    guard let port = probe.url.usualPort, let scheme = probe.url.schemeString else {
      return "the URL has no port"
    }
    return "the port is \(port), which is usual for \(scheme)"
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    try? (probe.url.port ?? probe.url.usualPort).map { try PortCriterion(parsing: $0) }
  }

  package var description: String { "isPort(\(port))" }
}

extension ScannedURL {
  /// The port that the scheme implies.
  var usualPort: Int? {
    if scheme.equalsIgnoringASCIICase(lowercased: "https") { return 443 }
    if scheme.equalsIgnoringASCIICase(lowercased: "http") { return 80 }
    if scheme.equalsIgnoringASCIICase(lowercased: "wss") { return 443 }
    if scheme.equalsIgnoringASCIICase(lowercased: "ws") { return 80 }
    return nil
  }
}

import Foundation

package struct HostCriterion: Criterion {
  /// Everything else is computed, so that stubs take less memory.
  private let written: String

  package init(parsing written: String) throws(MatcherMistake) {
    self.written = written
    // Nearly every host is plain, and the other checks are slow.
    if !Self.isPlain(written) { try reject(because: reasonAgainst) }
  }

  /// Lowercased and in ASCII, without brackets or a leading `*.`.
  private var host: String {
    if Self.isPlain(written) { return written }
    var host = isSubdomains ? String(written.dropFirst(2)) : written
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    if !host.utf8.allSatisfy({ $0 < 0x80 }) {
      // In the URLs of requests, too, Foundation writes such a host in ASCII (`xn--…`).
      host = URL(string: "http://\(host)/")?.host ?? host
    }
    return host.lowercased()
  }

  /// Whether the host's subdomains match, at any depth, instead of the host itself.
  private var isSubdomains: Bool { written.hasPrefix("*.") }

  package var comparison: RequestComparison? {
    isSubdomains ? .subdomain(of: host) : .whole(.host, host)
  }

  package var isExact: Bool { true }
  package func finding(in probe: RequestProbe) -> String { probe.url.hostFinding }
  package var weight: Double { 3 }

  package func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? {
    (probe.url.host ?? "", host)
  }

  package func hint(in probe: RequestProbe?) -> String? {
    guard isSubdomains, probe?.url.host?.asciiLowercased == host else { return nil }
    return "\"*.\" means the subdomains; the domain itself is isHost(\(host.swiftLiteral))"
  }

  package var description: String { "isHost(\(written.swiftLiteral))" }

  private static let plain: ByteSet = "abcdefghijklmnopqrstuvwxyz0123456789.-"

  private static func isPlain(_ written: String) -> Bool {
    written.withBytes { !$0.isEmpty && $0.end(of: plain) == $0.count }
  }

  private static let rule = """
    a host is a name alone, without scheme, path and blanks: "api.example.com", or "*.example.com" for its subdomains
    """

  private var reasonAgainst: String? {
    guard !written.contains(where: { $0.isWhitespace || "/?#@".contains($0) }), !host.isEmpty,
      !host.contains("*")
    else { return Self.rule }
    // An IPv6 address has several colons.
    let hasPort =
      written.hasPrefix("[") ? !written.hasSuffix("]") : written.utf8.count { $0 == .colon } == 1
    return hasPort ? "a host is written without a port; match that with isPort(…)" : nil
  }
}

extension ScannedURL {
  var hostFinding: String { host.map { "the host is \($0.swiftLiteral)" } ?? "the URL has no host" }
}

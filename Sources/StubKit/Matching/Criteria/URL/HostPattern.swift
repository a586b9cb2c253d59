import Foundation

/// A host, or all subdomains of one: what `isHost` is given.
struct HostPattern: Sendable, Hashable {
  /// The host, lowercased and decoded; without `*.` in front for subdomains.
  let host: String
  /// Whether the subdomains are meant, at any depth, and not the host itself.
  let isSubdomains: Bool

  /// Reads a host, or throws the sentence that says why no URL can have such a host.
  init(parsing written: String) throws {
    let mistake = "isHost(\(written.swiftLiteral)): "
    if let reason = Self.reasonAgainst(written) { throw ProgrammerMistake(mistake + reason) }

    isSubdomains = written.hasPrefix("*.")
    var host = isSubdomains ? String(written.dropFirst(2)) : written
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    if host.isEmpty || host.contains("*") {
      throw ProgrammerMistake(
        mistake + "\"*\" stands only in front, for subdomains: \"*.example.com\"")
    }
    if !host.utf8.allSatisfy({ $0 < 0x80 }) {
      // Foundation turns the host of a URL into its ASCII form in the same way.
      host = URL(string: "http://\(host)/")?.host ?? host
    }
    self.host = host.lowercased()
  }

  /// Why the text cannot be a host, with what to write instead.
  private static func reasonAgainst(_ written: String) -> String? {
    if written.isEmpty { return "a host is never empty" }
    if written.contains("://") {
      return "a host stands without its scheme, which isScheme(…) matches"
    }
    if written.contains("/") { return "a host holds no \"/\"; isPath(…) matches the path" }
    if written.contains("?") { return "a host holds no \"?\"; containsQuery(…) matches the query" }
    if written.contains("#") { return "a host holds no \"#\"; fragments are never sent" }
    if written.contains("@") {
      return "a host holds no \"@\"; a user in the URL is not part of the host"
    }
    if written.contains(where: \.isWhitespace) { return "a host holds no white space" }
    if let port = port(in: written) {
      let host = String(written.dropLast(port.utf8.count + 1)).swiftLiteral
      return
        "the port is matched by itself: isHost(\(host)) && isPort(\(port.isEmpty ? "…" : port))"
    }
    return nil
  }

  /// What stands behind a port's colon; nil if there is no such colon, as in `::1`.
  private static func port(in written: String) -> String? {
    guard let colon = written.lastIndex(of: ":") else { return nil }
    let isBracketed = written.hasPrefix("[")
    if isBracketed {
      guard written[..<colon].hasSuffix("]") else { return nil }
    } else {
      guard written.firstIndex(of: ":") == colon else { return nil }
    }
    return String(written[colon...].dropFirst())
  }
}

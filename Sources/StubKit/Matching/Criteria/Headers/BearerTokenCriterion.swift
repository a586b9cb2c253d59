/// The request has this token in the `Bearer` scheme.
struct BearerTokenCriterion: Criterion {
  let token: String

  var comparison: RequestComparison? { .headerName("authorization") }

  func condition(on probe: RequestProbe) -> Verdict {
    Verdict(probe.authorization?.bearerToken == token)
  }

  func finding(in probe: RequestProbe) -> String {
    guard let found = probe.authorization?.bearerToken else {
      return probe.authorizationFinding(wanted: "Bearer")
    }
    return "the bearer token is \(found.shortened().swiftLiteral)"
  }

  func nearness(of probe: RequestProbe) -> Double {
    guard let authorization = probe.authorization else { return 0 }
    guard let found = authorization.bearerToken else { return 0.2 }
    return found == token ? 1 : 0.5 + 0.4 * found.likeness(to: token)
  }

  func difference(in probe: RequestProbe) -> String? {
    probe.authorization?.bearerToken?.difference(from: token)
  }

  func comparedText(in probe: RequestProbe) -> String? {
    probe.authorization?.bearerToken.flatMap { $0 == token ? nil : $0 }
  }

  var wantedText: String? { token }

  var hint: String? {
    guard token.lowercased().hasPrefix("bearer ") else { return nil }
    return "write the token without its scheme: "
      + "hasBearerToken(\(String(token.dropFirst(7)).swiftLiteral))"
  }

  var description: String { "hasBearerToken(\(token.swiftLiteral))" }
}

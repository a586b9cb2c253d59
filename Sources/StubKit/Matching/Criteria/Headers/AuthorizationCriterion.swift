import Foundation

enum AuthorizationCriterion: Criterion {
  case basic(user: String, password: String)
  case bearer(token: String)

  var comparison: RequestComparison? { .headerName("authorization") }

  private var wanted: [String] {
    switch self {
    case .basic(let user, let password): [user, password]
    case .bearer(let token): [token]
    }
  }

  private var scheme: String { if case .basic = self { "Basic" } else { "Bearer" } }

  private func found(in probe: RequestProbe) -> [String]? {
    probe.authorization.flatMap { $0.texts(ifScheme: scheme) }
  }

  func condition(on probe: RequestProbe) -> Verdict {
    Verdict(found(in: probe)?.elementsEqual(wanted) { $0.equalsByteForByte($1) } ?? false)
  }

  func finding(in probe: RequestProbe) -> String {
    guard let header = probe.authorization else { return probe.headerFinding("Authorization") }
    if let found = header.texts(ifScheme: scheme) {
      return found.count == 1
        ? "the bearer token is \(found[0].shortened().swiftLiteral)"
        : "the user is \(found[0].swiftLiteral), the password \(found[1].swiftLiteral)"
    }
    guard header.scheme.equalsIgnoringASCIICase(scheme) else {
      return "the Authorization header has the scheme \(header.scheme.shortened().swiftLiteral)"
    }
    return header.credentials == Redaction.mark
      ? "the \(scheme) credentials are \(Redaction.mark)"
      : "the \(scheme) credentials cannot be read: \(header.credentials.shortened().swiftLiteral)"
  }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    guard probe.authorization != nil else { return 0 }
    guard let found = found(in: probe) else { return 0.2 }
    let likenesses = zip(found, wanted).map { $0.likeness(to: $1) }
    return 0.5 + 0.4 * likenesses.reduce(0, +) / Double(likenesses.count)
  }

  func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? {
    guard let found = found(in: probe)?.last, let wanted = wanted.last,
      !found.equalsByteForByte(wanted)
    else { return nil }
    return (found, wanted)
  }

  var mistake: String? {
    guard case .basic(let user, _) = self, user.contains(":") else { return nil }
    return mistake(because: "a user name contains no \":\", because that ends it")
  }

  func hint(in probe: RequestProbe?) -> String? {
    guard case .bearer(let token) = self, token.lowercased().hasPrefix("bearer ") else {
      return nil
    }
    return "write the token without its scheme: "
      + "hasBearerToken(\(String(token.dropFirst(7)).swiftLiteral))"
  }

  var description: String {
    switch self {
    case .basic(let user, let password):
      "hasBasicAuth(user: \(user.swiftLiteral), password: \(password.swiftLiteral))"
    case .bearer(let token): "hasBearerToken(\(token.swiftLiteral))"
    }
  }
}

private struct Authorization {
  let scheme: String
  let credentials: String

  init(_ value: String) {
    let parts = value.split(separator: " ", maxSplits: 1)
    scheme = parts.first.map(String.init) ?? ""
    credentials = parts.count > 1 ? parts[1].trimmingBlanks : ""
  }

  func texts(ifScheme wanted: String) -> [String]? {
    guard scheme.equalsIgnoringASCIICase(wanted) else { return nil }
    if wanted == "Bearer" { return [credentials] }
    // Redaction keeps the user and hides the password.
    if credentials.hasSuffix(":" + Redaction.mark) {
      return [String(credentials.dropLast(Redaction.mark.count + 1)), Redaction.mark]
    }
    guard let data = Data(base64Encoded: credentials),
      let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
    else { return nil }
    return [String(text[..<colon]), String(text[text.index(after: colon)...])]
  }
}

extension RequestProbe {
  fileprivate var authorization: Authorization? { header("Authorization").map(Authorization.init) }
}

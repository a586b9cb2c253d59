import Foundation

struct AuthorizationCriterion: Criterion {
  private let scheme: String
  /// The token, or the user and the password.
  private let wanted: [String]

  init(user: String, password: String) { (scheme, wanted) = ("Basic", [user, password]) }
  init(token: String) { (scheme, wanted) = ("Bearer", [token]) }

  var comparison: RequestComparison? { .headerName("authorization") }

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
    guard wanted.count == 2, wanted[0].contains(":") else { return nil }
    return mistake(because: "a user name contains no \":\", because that ends it")
  }

  func hint(in probe: RequestProbe?) -> String? {
    guard wanted.count == 1, wanted[0].lowercased().hasPrefix("bearer ") else { return nil }
    return "write the token without its scheme: "
      + "hasBearerToken(\(String(wanted[0].dropFirst(7)).swiftLiteral))"
  }

  var description: String {
    let wanted = wanted.map(\.swiftLiteral)
    return wanted.count == 1
      ? "hasBearerToken(\(wanted[0]))" : "hasBasicAuth(user: \(wanted[0]), password: \(wanted[1]))"
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

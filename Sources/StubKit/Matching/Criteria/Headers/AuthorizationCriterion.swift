import Foundation

enum AuthorizationCriterion: Criterion {
  case basic(user: String, password: String)
  case bearer(token: String)

  var comparison: RequestComparison? { .headerName("authorization") }

  func condition(on probe: RequestProbe) -> Verdict {
    switch self {
    case .basic(let user, let password):
      Verdict(probe.authorization?.basic.map { $0 == (user, password) } ?? false)
    case .bearer(let token): Verdict(probe.authorization?.bearerToken == token)
    }
  }

  func finding(in probe: RequestProbe) -> String {
    let authorization = probe.authorization
    switch self {
    case .basic:
      return authorization?.basic.map {
        "the user is \($0.user.swiftLiteral), the password \($0.password.swiftLiteral)"
      } ?? probe.authorizationFinding(wanted: "Basic")
    case .bearer:
      return authorization?.bearerToken.map {
        "the bearer token is \($0.shortened().swiftLiteral)"
      } ?? probe.authorizationFinding(wanted: "Bearer")
    }
  }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    guard let authorization = probe.authorization else { return 0 }
    switch self {
    case .basic(let user, let password):
      return authorization.basic.map {
        0.5 + ($0.user.nearness(to: user) + $0.password.nearness(to: password)) / 5
      } ?? 0.2
    case .bearer(let token):
      return authorization.bearerToken.map { 0.5 + 0.4 * $0.likeness(to: token) } ?? 0.2
    }
  }

  func difference(in probe: RequestProbe) -> String? {
    guard case .bearer(let token) = self else { return nil }
    return probe.authorization?.bearerToken?.difference(from: token)
  }

  func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? {
    let (found, wanted) =
      switch self {
      case .basic(_, let password): (probe.authorization?.basic?.password, password)
      case .bearer(let token): (probe.authorization?.bearerToken, token)
      }
    return found.flatMap { $0 == wanted ? nil : ($0, wanted) }
  }

  func hint(in probe: RequestProbe?) -> String? {
    switch self {
    case .basic(let user, _):
      return user.contains(":") ? "a user name contains no \":\", because that ends it" : nil
    case .bearer(let token):
      guard token.lowercased().hasPrefix("bearer ") else { return nil }
      return "write the token without its scheme: "
        + "hasBearerToken(\(String(token.dropFirst(7)).swiftLiteral))"
    }
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

  var bearerToken: String? { scheme.equalsIgnoringASCIICase("Bearer") ? credentials : nil }

  var basic: (user: String, password: String)? {
    guard scheme.equalsIgnoringASCIICase("Basic") else { return nil }
    // A report shows the user with the password removed.
    if credentials.hasSuffix(":" + Redaction.mark) {
      return (String(credentials.dropLast(Redaction.mark.count + 1)), Redaction.mark)
    }
    guard let data = Data(base64Encoded: credentials),
      let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
    else { return nil }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }
}

extension RequestProbe {
  fileprivate var authorization: Authorization? { header("Authorization").map(Authorization.init) }

  fileprivate func authorizationFinding(wanted: String) -> String {
    guard let authorization else { return headerFinding("Authorization") }
    guard authorization.scheme.equalsIgnoringASCIICase(wanted) else {
      let scheme = authorization.scheme.shortened().swiftLiteral
      return "the Authorization header has the scheme \(scheme)"
    }
    if authorization.credentials == Redaction.mark {
      return "the \(wanted) credentials are \(Redaction.mark)"
    }
    return "the \(wanted) credentials cannot be read: "
      + authorization.credentials.shortened().swiftLiteral
  }
}

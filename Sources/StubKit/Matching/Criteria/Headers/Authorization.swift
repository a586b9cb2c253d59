import Foundation

/// The parts of an `Authorization` header.
struct Authorization {
  /// The scheme, such as `Basic`, as it is written.
  let scheme: String
  /// Everything after the scheme.
  let credentials: String

  init(_ value: String) {
    let parts = value.split(separator: " ", maxSplits: 1)
    scheme = parts.first.map(String.init) ?? ""
    credentials = parts.count > 1 ? parts[1].trimmingBlanks : ""
  }

  /// The token, if the scheme is `Bearer`.
  var bearerToken: String? {
    scheme.equalsIgnoringASCIICase("Bearer") ? credentials : nil
  }

  /// The user and the password, if the scheme is `Basic` and they can be decoded.
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
  /// The request's `Authorization` header; nil if there is none.
  var authorization: Authorization? { header("Authorization").map(Authorization.init) }

  /// Describes an `Authorization` that is missing or of another scheme.
  func authorizationFinding(wanted: String) -> String {
    guard let authorization else { return headerFinding("Authorization") }
    if authorization.scheme.equalsIgnoringASCIICase(wanted) {
      if authorization.credentials == Redaction.mark {
        return "the \(wanted) credentials are \(Redaction.mark)"
      }
      return "the \(wanted) credentials cannot be read: "
        + authorization.credentials.shortened().swiftLiteral
    }
    let scheme = authorization.scheme.shortened().swiftLiteral
    return "the Authorization header has the scheme \(scheme)"
  }
}

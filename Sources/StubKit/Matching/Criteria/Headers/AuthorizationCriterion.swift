import Foundation

struct AuthorizationCriterion: Criterion {
  private let scheme: String
  /// The token, or the user and the password joined by a colon.
  private let wanted: String
  let description: String

  init(user: String, password: String) throws(MatcherMistake) {
    (scheme, wanted) = ("Basic", "\(user):\(password)")
    description = "hasBasicAuth(user: \(user.swiftLiteral), password: \(password.swiftLiteral))"
    let isWhole = !user.contains(":")
    try reject(because: isWhole ? nil : "a user name contains no \":\", because that ends it")
  }

  init(token: String) {
    (scheme, wanted) = ("Bearer", token)
    description = "hasBearerToken(\(token.swiftLiteral))"
  }

  var comparison: RequestComparison? { .headerName("authorization") }

  /// Decoded, or as written if redacted or not in Base64; nil without a header of this scheme.
  private func credentials(in probe: RequestProbe) -> (text: String, areReadable: Bool)? {
    guard let value = probe.header("Authorization")?[...].trimmingBlanks,
      let blank = value.firstIndex(of: " "), String(value[..<blank]).equalsIgnoringASCIICase(scheme)
    else { return nil }
    let text = value[blank...].trimmingBlanks
    guard scheme == "Basic" else { return (text, true) }
    let decoded = Data(base64Encoded: text).flatMap { String(data: $0, encoding: .utf8) }
    return (decoded ?? text, decoded != nil)
  }

  func condition(on probe: RequestProbe) -> Verdict {
    guard let found = credentials(in: probe), found.areReadable else { return .no }
    return Verdict(found.text.equalsByteForByte(wanted))
  }

  func finding(in probe: RequestProbe) -> String {
    guard let found = credentials(in: probe) else { return probe.headerFinding("Authorization") }
    let isShown = found.areReadable || found.text.hasSuffix(Redaction.mark)
    return "the \(scheme) credentials are \(isShown ? "" : "not in Base64: ")"
      + found.text.shortened().swiftLiteral
  }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    probe.header("Authorization") == nil ? 0 : 0.5
  }

  func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? {
    guard let found = credentials(in: probe).flatMap({ secret(in: $0.text) }),
      let wanted = secret(in: wanted), !found.equalsByteForByte(wanted)
    else { return nil }
    return (found, wanted)
  }

  private func secret(in credentials: String) -> String? {
    guard scheme == "Basic" else { return credentials }
    return credentials.firstIndex(of: ":").map { String(credentials[$0...].dropFirst()) }
  }

  func hint(in probe: RequestProbe?) -> String? {
    guard scheme == "Bearer", wanted.lowercased().hasPrefix("bearer ") else { return nil }
    return "write the token without its scheme: "
      + "hasBearerToken(\(String(wanted.dropFirst(7)).swiftLiteral))"
  }
}

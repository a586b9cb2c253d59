/// The request has this user and password in the `Basic` scheme.
struct BasicAuthCriterion: Criterion {
  let user: String
  let password: String

  var comparison: RequestComparison? { .headerName("authorization") }

  func condition(on probe: RequestProbe) -> Verdict {
    guard let basic = probe.authorization?.basic else { return .no }
    return Verdict(basic.user == user && basic.password == password)
  }

  func finding(in probe: RequestProbe) -> String {
    guard let basic = probe.authorization?.basic else {
      return probe.authorizationFinding(wanted: "Basic")
    }
    return "the user is \(basic.user.swiftLiteral), the password \(basic.password.swiftLiteral)"
  }

  func nearness(of probe: RequestProbe) -> Double {
    guard let authorization = probe.authorization else { return 0 }
    guard let basic = authorization.basic else { return 0.2 }
    let sum = basic.user.nearness(to: user) + basic.password.nearness(to: password)
    return sum == 2 ? 1 : 0.5 + sum / 5
  }

  func comparedText(in probe: RequestProbe) -> String? {
    (probe.authorization?.basic?.password).flatMap { $0 == password ? nil : $0 }
  }

  var wantedText: String? { password }

  var hint: String? {
    user.contains(":") ? "a user name contains no \":\", because that ends it" : nil
  }

  var description: String {
    "hasBasicAuth(user: \(user.swiftLiteral), password: \(password.swiftLiteral))"
  }
}

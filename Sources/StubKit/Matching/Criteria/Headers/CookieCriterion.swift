struct CookieCriterion: Criterion {
  let name: String
  /// The value, compared as it is sent; nil means any.
  let value: String?

  var comparison: RequestComparison? { .headerName("cookie") }

  func condition(on probe: RequestProbe) -> Verdict {
    let values = Self.cookies(of: probe).filter { $0.name == name }.map(\.value)
    // The session may still add a cookie of this name.
    guard !values.isEmpty else { return probe.verdictOnMissingHeader }
    guard let value else { return .yes }
    return Verdict(values.contains(value))
  }

  func finding(in probe: RequestProbe) -> String {
    let cookies = Self.cookies(of: probe)
    let values = cookies.filter { $0.name == name }.map { $0.value.shortened().swiftLiteral }
    if !values.isEmpty { return "the cookie \(name.swiftLiteral) is \(values.phrase)" }
    if cookies.isEmpty { return "there is no cookie" }
    let names = cookies.prefix(10).map(\.name.swiftLiteral).phrase
    return "there is no cookie \(name.swiftLiteral), only \(names)"
  }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    Self.cookies(of: probe).prefix(50).map { cookie in
      cookie.name == name
        ? 0.5 + 0.4 * cookie.value.likeness(to: value ?? "") : 0.4 * cookie.name.likeness(to: name)
    }.max() ?? 0
  }

  func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? {
    guard let value else { return nil }
    let values = Self.cookies(of: probe).filter { $0.name == name }.map(\.value)
    return values.count == 1 && values[0] != value ? (values[0], value) : nil
  }

  func hint(in probe: RequestProbe?) -> String? {
    name.contains("=")
      ? "a cookie's name contains no \"=\"; give the value with hasCookie(_:value:)" : nil
  }

  var description: String {
    guard let value else { return "hasCookie(\(name.swiftLiteral))" }
    return "hasCookie(\(name.swiftLiteral), value: \(value.swiftLiteral))"
  }

  private static func cookies(of probe: RequestProbe) -> [(name: String, value: String)] {
    // By bytes: a semicolon with a combining accent is another character, and still a separator.
    (probe.header("Cookie") ?? "").utf8.split(separator: UInt8(ascii: ";")).compactMap { part in
      guard let equals = part.firstIndex(of: .equals) else { return nil }
      let name = Substring(part[..<equals]).trimmingBlanks
      return name.isEmpty ? nil : (name, Substring(part[equals...].dropFirst()).trimmingBlanks)
    }
  }
}

struct SchemeCriterion: Criterion {
  private let written: String

  init(parsing written: String) throws(MatcherMistake) {
    self.written = written
    try reject(because: reasonAgainst)
  }

  private var reasonAgainst: String? {
    let isName =
      written.utf8.first.map(ByteSet.letter.contains) ?? false
      && written.utf8.allSatisfy(Self.allowed.contains)
    return isName ? nil : "a scheme is a name alone, such as \"https\""
  }

  private static let allowed = ByteSet.alphanumeric + "+-."

  var comparison: RequestComparison? { .scheme(written.lowercased()) }
  var isExact: Bool { true }

  func finding(in probe: RequestProbe) -> String {
    probe.url.schemeString.map { "the scheme is \($0.swiftLiteral)" } ?? "the URL has no scheme"
  }

  func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? {
    (probe.url.schemeString ?? "", written.lowercased())
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    try? probe.url.schemeString.map(SchemeCriterion.init(parsing:))
  }

  var description: String { "isScheme(\(written.swiftLiteral))" }
}

package struct PortCriterion: Criterion {
  private let port: Int
  /// Whether a URL without a written port matches: another criterion compares the scheme, which
  /// implies the port.
  private let isUsual: Bool

  package init(parsing port: Int, isUsual: Bool = false) throws(MatcherMistake) {
    self.port = port
    self.isUsual = isUsual
    try reject(because: 0...65_535 ~= port ? nil : "a port is a number from 0 to 65535")
  }

  package var comparison: RequestComparison? { .port(UInt16(clamping: port), isUsual: isUsual) }
  package var isExact: Bool { true }

  package func finding(in probe: RequestProbe) -> String {
    if let port = probe.url.port { return "the port is \(port)" }
    guard let port = probe.url.usualPort, let scheme = probe.url.schemeString else {
      return "the URL has no port"
    }
    return "the port is \(port), which is usual for \(scheme)"
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    try? (probe.url.port ?? probe.url.usualPort).map { try PortCriterion(parsing: $0) }
  }

  package var description: String { "isPort(\(port))" }
}

/// The URL's scheme is the given one, ignoring case.
struct SchemeCriterion: ExactCriterion {
  /// The scheme as it was written.
  let written: String
  private let scheme: String

  init(parsing written: String) throws(MatcherMistake) {
    self.written = written
    scheme = written.lowercased()
    if let reason = Self.reasonAgainst(written) {
      throw MatcherMistake(call: "isScheme(\(written.swiftLiteral))", reason: reason)
    }
  }

  /// Returns why the text is no scheme, with what to write instead; nil if it is one.
  private static func reasonAgainst(_ written: String) -> String? {
    guard let first = written.utf8.first else {
      return "a scheme cannot be empty; write \"https\""
    }
    if let colon = written.firstIndex(of: ":") {
      let proposal = String(written[..<colon])
      return "a scheme is written without a colon; write \(proposal.swiftLiteral)"
    }
    func isLetter(_ byte: UInt8) -> Bool { byte.asciiLowercased &- UInt8(ascii: "a") < 26 }
    let others = Set("0123456789+-.".utf8)
    if isLetter(first), written.utf8.allSatisfy({ isLetter($0) || others.contains($0) }) {
      return nil
    }
    return "a scheme is a letter, followed by letters, digits, \"+\", \"-\" and \".\""
  }

  var meaning: RequestComparison { .scheme(scheme) }

  func finding(in probe: RequestProbe) -> String {
    probe.url.schemeString.map { "the scheme is \($0.swiftLiteral)" } ?? "the URL has no scheme"
  }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    return (probe.url.schemeString ?? "").nearness(to: scheme)
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    try? probe.url.schemeString.map(SchemeCriterion.init(parsing:))
  }

  var description: String { "isScheme(\(written.swiftLiteral))" }
}

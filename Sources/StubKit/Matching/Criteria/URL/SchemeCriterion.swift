/// The URL's scheme is the given one, ignoring case.
struct SchemeCriterion: Criterion {
  /// The scheme as it was written at the call.
  let written: String
  private let scheme: String

  init(parsing written: String) throws {
    self.written = written
    scheme = written.lowercased()
    let mistake = "isScheme(\(written.swiftLiteral)): "
    guard let first = scheme.utf8.first else {
      throw ProgrammerMistake(mistake + "a scheme is never empty; write \"https\"")
    }
    if let colon = written.firstIndex(of: ":") {
      let proposal = String(written[..<colon])
      throw ProgrammerMistake(
        mistake + "a scheme stands without its colon; write \(proposal.swiftLiteral)")
    }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let others: [UInt8] = [.plus, .dot, UInt8(ascii: "-")]
    let isValid = scheme.utf8.allSatisfy {
      letters.contains($0) || digits.contains($0) || others.contains($0)
    }
    guard letters.contains(first), isValid else {
      throw ProgrammerMistake(
        mistake + "a scheme is a letter, then letters, digits, \"+\", \"-\" and \".\"")
    }
  }

  func condition(on probe: RequestProbe) -> Verdict {
    Verdict(probe.url.scheme.equalsIgnoringASCIICase(lowercased: scheme))
  }

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

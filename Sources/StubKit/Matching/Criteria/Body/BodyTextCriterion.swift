import Foundation

/// The body, as UTF-8, contains the given text.
struct BodyTextCriterion: Criterion {
  /// The text, compared byte for byte.
  let text: String

  func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnBody { data in
      guard !text.isEmpty else { return true }
      return data?.range(of: Data(text.utf8)) != nil
    }
  }

  func finding(in probe: RequestProbe) -> String { probe.bodyFinding }

  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    shown.partFindings()
  }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    return (probe.seenBody ?? Data()).isEmpty ? 0 : 0.3
  }

  var hint: String? { text.isEmpty ? "every body contains an empty text" : nil }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.shortBody.map(BodyTextCriterion.init(text:))
  }

  var description: String { "bodyContains(\(text.swiftLiteral))" }
}

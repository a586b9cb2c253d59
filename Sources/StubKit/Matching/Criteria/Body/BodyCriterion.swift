package import Foundation

package struct BodyCriterion: Criterion {
  private let data: Data
  /// Whether the data is the whole body, and not a part of it.
  private let isWhole: Bool

  package init(data: Data) { (self.data, isWhole) = (data, true) }

  init(containing text: String) { (data, isWhole) = (Data(text.utf8), false) }

  package func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnBody { found in
      // No body and an empty one are the same on the wire.
      let found = found ?? Data()
      guard !isWhole else { return Verdict(found == data) }
      return Verdict(data.isEmpty || found.range(of: data) != nil)
    }
  }

  package func finding(in probe: RequestProbe) -> String {
    guard isWhole, let found = probe.seenBody, found.count != data.count else {
      return probe.bodyFinding
    }
    return "\(probe.bodyFinding), \(found.count.bytes) instead of \(data.count)"
  }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    shown.partFindings()
  }

  package func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? {
    guard isWhole, let data = probe.seenBody, let found = String(data: data, encoding: .utf8)
    else { return nil }
    return (found, String(data: self.data, encoding: .utf8) ?? "")
  }

  package func nearness(ofMiss probe: RequestProbe) -> Double {
    probe.seenBody?.isEmpty ?? true ? 0 : isWhole ? 0.5 : 0.3
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.shortBody.map(BodyCriterion.init(containing:))
  }

  package func hint(in probe: RequestProbe?) -> String? {
    !isWhole && data.isEmpty ? "every body contains an empty text" : nil
  }

  package var description: String {
    isWhole
      ? "hasBody(\(literal))"
      : "bodyContains(\(String(decoding: data, as: UTF8.self).swiftLiteral))"
  }

  var literal: String {
    if let text = String(data: data, encoding: .utf8) { return text.shortened().swiftLiteral }
    let bytes = data.prefix(16).map {
      "0x" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
    }
    let rest = data.count > 16 ? ["… \(data.count) bytes"] : []
    return "Data([\((bytes + rest).joined(separator: ", "))])"
  }
}

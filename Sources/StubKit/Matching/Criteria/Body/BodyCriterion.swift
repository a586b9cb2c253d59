package import Foundation

package struct BodyCriterion: Criterion {
  private enum Kind: Sendable {
    case isData
    case isText
    case containsText
  }

  private let kind: Kind
  private let data: Data

  package init(data: Data, isText: Bool = false) {
    self.data = data
    kind = isText ? .isText : .isData
  }

  init(containing text: String) {
    data = Data(text.utf8)
    kind = .containsText
  }

  package func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnBody { found in
      // No body and an empty one are the same on the wire.
      let found = found ?? Data()
      guard kind == .containsText else { return Verdict(found == data) }
      return Verdict(data.isEmpty || found.range(of: data) != nil)
    }
  }

  package func finding(in probe: RequestProbe) -> String {
    guard kind != .containsText, let found = probe.seenBody, found.count != data.count else {
      return probe.bodyFinding
    }
    return "\(probe.bodyFinding), \(found.count) bytes instead of \(data.count)"
  }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    shown.partFindings()
  }

  package func comparedTexts(in probe: RequestProbe) -> (found: String, wanted: String)? {
    guard kind != .containsText, let data = probe.seenBody,
      let found = String(data: data, encoding: .utf8)
    else { return nil }
    return (found, String(data: self.data, encoding: .utf8) ?? "")
  }

  package func nearness(ofMiss probe: RequestProbe) -> Double {
    guard let found = probe.seenBody else { return 0 }
    guard kind != .containsText else { return found.isEmpty ? 0 : 0.3 }
    return min(
      0.9,
      String(decoding: found.prefix(512), as: UTF8.self)
        .likeness(to: String(decoding: data.prefix(512), as: UTF8.self)))
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.shortBody.map(BodyCriterion.init(containing:))
  }

  package func hint(in probe: RequestProbe?) -> String? {
    kind == .containsText && data.isEmpty ? "every body contains an empty text" : nil
  }

  package var description: String {
    kind == .containsText
      ? "bodyContains(\(String(decoding: data, as: UTF8.self).swiftLiteral))"
      : "hasBody(\(literal))"
  }

  var literal: String {
    if let text = String(data: data, encoding: .utf8) {
      let literal = text.shortened().swiftLiteral
      return kind == .isText ? literal : "Data(\(literal).utf8)"
    }
    let bytes = data.prefix(16).map {
      "0x" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
    }
    let rest = data.count > 16 ? ["… \(data.count) bytes"] : []
    return "Data([\((bytes + rest).joined(separator: ", "))])"
  }
}

package import Foundation

/// The body is exactly the given bytes.
package struct BodyCriterion: Criterion {
  let data: Data
  /// Whether the bytes were given as a text.
  let isText: Bool

  package init(data: Data, isText: Bool = false) {
    (self.data, self.isText) = (data, isText)
  }

  package func condition(on probe: RequestProbe) -> Verdict {
    // No body and an empty one are the same on the wire.
    probe.verdictOnBody { ($0 ?? Data()) == data }
  }

  package func finding(in probe: RequestProbe) -> String {
    guard let found = probe.seenBody, found.count != data.count else { return probe.bodyFinding }
    return "\(probe.bodyFinding), \(found.count) bytes instead of \(data.count)"
  }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    shown.partFindings()
  }

  package func comparedText(in probe: RequestProbe) -> String? {
    probe.seenBody.flatMap { String(data: $0, encoding: .utf8) }
  }

  package var wantedText: String? { String(data: data, encoding: .utf8) }

  package func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    guard let found = probe.seenBody else { return 0 }
    return min(
      0.9,
      String(decoding: found.prefix(512), as: UTF8.self)
        .likeness(to: String(decoding: data.prefix(512), as: UTF8.self)))
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.shortBody.map(BodyTextCriterion.init(text:))
  }

  package var description: String {
    if let text = String(data: data, encoding: .utf8) {
      let literal = text.shortened().swiftLiteral
      return isText ? "hasBody(\(literal))" : "hasBody(Data(\(literal).utf8))"
    }
    let bytes = data.prefix(16).map {
      "0x" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
    }
    let rest = data.count > 16 ? ["… \(data.count) bytes"] : []
    return "hasBody(Data([\((bytes + rest).joined(separator: ", "))]))"
  }
}

import Foundation
import StubKit

/// The body equals that of an archived request, whose redacted values match anything.
struct ArchivedBodyCriterion: Criterion {
  private enum Meaning {
    case json(StubJSON)
    case form([URLQueryItem])
    case parts([RedactedPart])
    case text(RedactedText)
  }

  private let meaning: Meaning
  /// The criterion for reports; for a multipart body, that of its first part.
  private let plain: any Criterion
  private let isOneOfSeveral: Bool

  init(_ body: ArchivedBody, isOneOfSeveral: Bool = false) {
    self.isOneOfSeveral = isOneOfSeveral
    switch body.meaning {
    case .json(let json):
      meaning = .json(json)
      plain = JSONBodyCriterion(json, isSubset: false)
    case .form(let groups):
      let items = groups.flatMap(\.items)
      meaning = .form(items)
      plain = ItemsCriterion(.form, items, allowingOthers: false)
    case .parts(let parts):
      meaning = .parts(parts.map(RedactedPart.init))
      plain = PartCriterion(parts[0])
    case .bytes(let data):
      meaning = .text(RedactedText(data))
      plain = BodyCriterion(data: data)
    }
  }

  func condition(on probe: RequestProbe) -> Verdict {
    // A recording unpacks a compressed body, but not an uploaded gzip file: both forms are tried.
    let verdict = verdictOnBody(of: probe)
    return verdict == .no && probe.hasPackedBody
      ? probe.verdictOnUnpackedBody(verdictOnBody) : verdict
  }

  private func verdictOnBody(of probe: RequestProbe) -> Verdict {
    switch meaning {
    case .json(let wanted):
      probe.verdictOnBody(as: JSONForm.self) { Verdict(Self.matches($0, wanted)) }
    case .form(let wanted):
      probe.verdictOnBody(as: StubRequest.Form.self) { Verdict(Self.matches($0.items, wanted)) }
    case .parts(let wanted): probe.verdictOnParts { Verdict(Self.matches($0, wanted)) }
    case .text(let text): probe.verdictOnBody { Verdict(text.matches($0 ?? Data())) }
    }
  }

  func finding(in probe: RequestProbe) -> String {
    probe.withUnpackedBody { plain.finding(in: $0) }
  }

  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    shown.withUnpackedBody { findings(inUnpacked: $0) }
  }

  private func findings(inUnpacked probe: RequestProbe) -> FindingList? {
    if case .parts = meaning { return probe.partFindings() }
    guard case .json(let wanted) = meaning, let found = probe.form(JSONForm.self)?.json
    else { return plain.findings(in: probe, of: probe) }
    return JSONDifferences(
      of: found, from: .value(wanted), isSubset: false, searching: { _, _ in .no },
      accepting: Self.isVaguely
    ).findings
  }

  /// Whether `wanted` is redacted, at least in part, and `found` fits its other parts.
  private static func isVaguely(_ wanted: StubJSON, _ found: StubJSON) -> Bool {
    switch (wanted, found) {
    case (.string(Redaction.mark), _): true
    case (.string(let wanted), .string(let text)) where wanted.contains(Redaction.mark):
      RedactedText(Data(wanted.utf8)).matches(Data(text.utf8))
    default: false
    }
  }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    min(probe.withUnpackedBody { plain.nearness(of: $0) }, 0.9)
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? { plain.substitute(in: probe) }

  func hint(in probe: RequestProbe?) -> String? {
    guard isOneOfSeveral, let probe, verdict(on: probe) != .yes else { return nil }
    return ".anyBody in `matching:` gives any body the answers in the order of the recording"
  }

  var description: String {
    // The archive may contain secrets, which a report must not show.
    var redactor = Redactor(.standard)
    return redactor.text(plain.description)
  }

  private static func matches(_ found: JSONForm, _ wanted: StubJSON) -> Bool {
    found.json.map { matches($0, wanted) } ?? false
  }

  private static func matches(_ found: StubJSON, _ wanted: StubJSON) -> Bool {
    var pending = [(found, wanted)]
    while let (found, wanted) = pending.popLast() {
      switch (found, wanted) {
      case (.object(let members), .object(let wantedMembers)):
        guard members.count == wantedMembers.count else { return false }
        for (name, value) in wantedMembers {
          guard let member = members[named: name] else { return false }
          pending.append((member, value))
        }
      case (.array(let elements), .array(let wantedElements)):
        guard elements.count == wantedElements.count else { return false }
        pending += zip(elements, wantedElements)
      default:
        guard isVaguely(wanted, found) || found == wanted else { return false }
      }
    }
    return true
  }

  private static func matches(_ found: MultipartForm, _ wanted: [RedactedPart]) -> Bool {
    guard let parts = found.parts, parts.count == wanted.count else { return false }
    return zip(parts, wanted).allSatisfy { $1.matches($0) }
  }

  private static func matches(_ found: [URLQueryItem], _ wanted: [URLQueryItem]) -> Bool {
    let vague = wanted.filter { $0.value?.contains(Redaction.mark) ?? false }
    // Wanted fields without a redaction are paired first, since redacted fields match more. Of the
    // redacted ones, those with the most text beside the redaction come first.
    var missing = QueryCounts(wanted.filter { !($0.value?.contains(Redaction.mark) ?? false) })
    var rest = found.filter { !missing.take($0) }
    guard found.count == wanted.count, rest.count == vague.count else { return false }
    func plainCount(_ item: URLQueryItem) -> Int {
      (item.value ?? "").replacing(Redaction.mark, with: "").utf8.count
    }
    for item in vague.sorted(by: { plainCount($0) > plainCount($1) }) {
      let text = RedactedText(Data((item.value ?? "").utf8))
      let position = rest.firstIndex {
        $0.name.utf8.elementsEqual(item.name.utf8)
          && text.matches(Data(($0.value ?? "").utf8))
      }
      guard let position else { return false }
      rest.remove(at: position)
    }
    return true
  }
}

private struct RedactedPart: Sendable {
  private let texts: [RedactedText?]

  init(_ part: ArchivedBody.Part) {
    texts =
      [part.name, part.fileName, part.contentType].map { $0.map { RedactedText(Data($0.utf8)) } }
      + [RedactedText(part.body)]
  }

  func matches(_ part: StubRequest.Part) -> Bool {
    let found = [part.name, part.fileName, part.contentType].map { $0.map { Data($0.utf8) } }
    return zip(found + [part.body], texts).allSatisfy { found, wanted in
      guard let found, let wanted else { return found == nil && wanted == nil }
      return wanted.matches(found)
    }
  }
}

extension PartCriterion {
  fileprivate init(_ part: ArchivedBody.Part) {
    self.init(
      name: part.name, fileName: part.fileName, contentType: part.contentType, body: part.body)
  }
}

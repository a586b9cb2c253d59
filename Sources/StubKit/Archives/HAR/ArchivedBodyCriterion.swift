import Foundation

/// The body is that of an archived request, but for what a redaction took out, which means any.
struct ArchivedBodyCriterion: Criterion {
  private enum Meaning {
    case json(StubJSON)
    case form([URLQueryItem])
    case text(RedactedText)
  }

  private let meaning: Meaning
  /// What asks for the whole, for reports.
  private let plain: any Criterion

  init(_ body: HAREntry.Request.Body) {
    if body.mimeType.lowercased().hasPrefix("application/x-www-form-urlencoded") {
      let items = FormFields(body.data).items
      meaning = .form(items)
      plain = FormBodyCriterion(.items(items))
    } else if let json = try? StubJSON(parsing: body.data) {
      meaning = .json(json)
      plain = JSONBodyCriterion(json, isSubset: false)
    } else {
      meaning = .text(RedactedText(body.data))
      plain = BodyCriterion(data: body.data)
    }
  }

  func condition(on probe: RequestProbe) -> Verdict {
    let verdict: Verdict
    switch meaning {
    case .json(let wanted):
      verdict = probe.verdictOnBody(as: JSONForm.self) { Self.matches($0, wanted) }
    case .form(let wanted):
      verdict = probe.verdictOnBody(as: FormFields.self) { Self.matches($0.items, wanted) }
    case .text(let text):
      verdict = probe.verdictOnBody { text.matches($0 ?? Data()) }
    }
    // A recording has what was compressed as it was before, and what is a gzip file as it is.
    guard verdict == .no, probe.hasPackedBody else { return verdict }
    switch meaning {
    case .json(let wanted):
      return probe.verdictOnBody(as: Unpacked<JSONForm>.self) {
        $0.form.map { Self.matches($0, wanted) } ?? false
      }
    case .form(let wanted):
      return probe.verdictOnBody(as: Unpacked<FormFields>.self) {
        $0.form.map { Self.matches($0.items, wanted) } ?? false
      }
    case .text(let text):
      return probe.verdictOnBody(as: UnpackedBody.self) {
        $0.body.map { text.matches($0.data) } ?? false
      }
    }
  }

  func finding(in probe: RequestProbe) -> String {
    probe.withUnpackedBody { plain.finding(in: $0) }
  }

  func findings(in probe: RequestProbe) -> FindingList? {
    probe.withUnpackedBody { findings(inUnpacked: $0) }
  }

  private func findings(inUnpacked probe: RequestProbe) -> FindingList? {
    guard case .json(let wanted) = meaning, let found = probe.form(JSONForm.self)?.json
    else { return plain.findings(in: probe) }
    let (first, count) = found.differences(
      from: wanted, limit: FindingList.shown, accepting: Self.isVaguely)
    return count == 0 ? nil : FindingList(first: first.map(\.description), of: count)
  }

  /// Whether a value may stand where a redaction has taken something out.
  private static func isVaguely(_ wanted: StubJSON, _ found: StubJSON) -> Bool {
    switch (wanted, found) {
    case (.string(Redaction.mark), _): true
    case (.string(let wanted), .string(let text)) where wanted.contains(Redaction.mark):
      RedactedText(Data(wanted.utf8)).matches(Data(text.utf8))
    default: false
    }
  }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    return min(probe.withUnpackedBody { plain.nearness(of: $0) }, 0.9)
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? { plain.substitute(in: probe) }

  var description: String {
    // The file may have more secrets than the test would say.
    var redactor = Redactor(.standard)
    return redactor.text(plain.description)
  }

  private static func matches(_ found: JSONForm, _ wanted: StubJSON) -> Bool {
    found.json.map { matches($0, wanted) } ?? false
  }

  /// Whether two values are the same where nothing was taken out.
  private static func matches(_ found: StubJSON, _ wanted: StubJSON) -> Bool {
    var pending = [(found, wanted)]
    while let (found, wanted) = pending.popLast() {
      switch (found, wanted) {
      case (.object(let members), .object(let wantedMembers)):
        guard members.count == wantedMembers.count else { return false }
        for (name, value) in wantedMembers {
          guard let member = members[name] else { return false }
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

  private static func matches(_ found: [URLQueryItem], _ wanted: [URLQueryItem]) -> Bool {
    guard found.count == wanted.count else { return false }
    let vague = wanted.filter { $0.value?.contains(Redaction.mark) ?? false }
    // Those that say more choose first.
    var missing: [URLQueryItem: Int] = [:]
    for item in wanted where !(item.value?.contains(Redaction.mark) ?? false) {
      missing[item, default: 0] += 1
    }
    var rest: [URLQueryItem] = []
    for item in found {
      if let count = missing[item], count > 0 {
        missing[item] = count - 1
      } else {
        rest.append(item)
      }
    }
    // There are as many fields as wanted: what is left stands for the vague ones, or for missing ones.
    guard rest.count == vague.count else { return false }
    for item in vague {
      let text = RedactedText(Data((item.value ?? "").utf8))
      let position = rest.firstIndex {
        $0.name == item.name && text.matches(Data(($0.value ?? "").utf8))
      }
      guard let position else { return false }
      rest.remove(at: position)
    }
    return true
  }
}

/// A text from which pieces were taken out, in whose places anything may stand.
struct RedactedText: Sendable {
  private let pieces: [[UInt8]]

  init(_ data: Data) {
    let mark = Array(Redaction.mark.utf8)
    let bytes = Array(data)
    var pieces: [[UInt8]] = [[]]
    var position = 0
    while position < bytes.count {
      if bytes[position] == mark[0], bytes[position...].starts(with: mark) {
        pieces.append([])
        position += mark.count
      } else {
        pieces[pieces.count - 1].append(bytes[position])
        position += 1
      }
    }
    self.pieces = pieces
  }

  /// Whether a text has all the pieces in their order, the first and the last at its ends.
  func matches(_ data: Data) -> Bool {
    let bytes = Array(data)
    guard let first = pieces.first, let last = pieces.last, bytes.starts(with: first) else {
      return false
    }
    guard pieces.count > 1 else { return bytes == first }
    var position = first.count
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let place = Self.place(of: piece, in: bytes, from: position) else { return false }
      position = place + piece.count
    }
    return bytes.count - position >= last.count && bytes.suffix(last.count).elementsEqual(last)
  }

  private static func place(of piece: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    while position + piece.count <= bytes.count {
      if bytes[position] == piece[0], bytes[position...].starts(with: piece) { return position }
      position += 1
    }
    return nil
  }
}

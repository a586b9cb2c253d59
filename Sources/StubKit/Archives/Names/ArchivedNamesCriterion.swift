import Foundation

/// No name of a secret stands where the archive has another one.
struct ArchivedNamesCriterion: Criterion {
  /// What may stand in a place.
  struct Wanted: Sendable {
    enum Kind: Sendable {
      /// No name.
      case none
      /// Nothing at all, not even the header.
      case nothing
      /// These names, or some of them.
      case some
      /// The same, or nothing but what the app alone knows.
      case any
    }

    let place: NamedPlace
    let kind: Kind
    let names: [String]
  }

  let wanted: [Wanted]
  let names: ArchiveNames

  func condition(on probe: RequestProbe) -> Verdict {
    var result = Verdict.yes
    for wanted in wanted {
      switch verdict(on: wanted, in: probe) {
      case .no: return .no
      case .open: result = .open
      case .yes: break
      }
    }
    return result
  }

  private func verdict(on wanted: Wanted, in probe: RequestProbe) -> Verdict {
    func accepts(_ texts: [String?]) -> Bool { self.accepts(texts, as: wanted) }
    switch wanted.place {
    case .path: return Verdict(accepts([probe.url.path]))
    case .item(let name): return Verdict(accepts(probe.url.values(of: name)))
    case .header(let name):
      guard let value = probe.header(name) else {
        return wanted.kind == .some ? probe.verdictOnMissingHeader : .yes
      }
      return wanted.kind == .nothing ? .no : Verdict(accepts([value]))
    case .json(let path):
      return probe.verdictOnBody(as: JSONForm.self) {
        accepts([$0.json?.value(at: path)?.scalarText])
      }
    case .field(let name):
      return probe.verdictOnBody(as: FormFields.self) { form in
        accepts(form.items.filter { $0.name == name }.map(\.value))
      }
    case .part(let index):
      return probe.verdictOnParts { form in
        accepts(
          [form.parts?.dropFirst(index).first?.body].map {
            $0.map { String(decoding: $0, as: UTF8.self) }
          })
      }
    case .text:
      return probe.verdictOnBody { accepts([String(decoding: $0 ?? Data(), as: UTF8.self)]) }
    }
  }

  private func accepts(_ texts: [String?], as wanted: Wanted) -> Bool {
    let found = texts.compactMap(\.self).flatMap {
      names.names(in: $0, orEncodedAmong: wanted.names)
    }
    guard !found.isEmpty else { return wanted.kind != .some }
    if wanted.kind != .none {
      var rest = wanted.names[...]
      let isAmong = found.allSatisfy { name in
        // Cookies come in any order.
        if wanted.place.isHeader { return wanted.names.contains(name) }
        rest = rest.drop { $0 != name }
        return rest.popFirst() != nil
      }
      if isAmong || wanted.kind == .some { return isAmong }
    }
    return wanted.place.isHeader
      && found.allSatisfy { name in wanted.names.contains { names.areOfOneSession(name, $0) } }
  }

  func finding(in probe: RequestProbe) -> String {
    findings(in: probe, of: probe)?.text ?? "the secrets are those of the recording, or others"
  }

  // What has been recorded has names in the place of secrets, which are none themselves.
  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    let others = wanted.filter { verdict(on: $0, in: probe) == .no }
    guard !others.isEmpty else { return nil }
    return FindingList(first: others.map { finding(of: $0, in: probe) }, of: others.count)
  }

  private func finding(of wanted: Wanted, in probe: RequestProbe) -> String {
    let expected = wanted.names.map(\.swiftLiteral).phrase
    let found = names.names(in: text(of: wanted.place, in: probe)).map(\.swiftLiteral).phrase
    let wish =
      switch wanted.kind {
      case .nothing: "nothing"
      case .none: "no name of this recording"
      case .some: expected
      case .any:
        expected.isEmpty ? "no name of this recording" : "\(expected), or no name of this recording"
      }
    return "\(wanted.place.words): expected \(wish), found \(found.isEmpty ? "none" : found)"
  }

  private func text(of place: NamedPlace, in probe: RequestProbe) -> String {
    switch place {
    case .path: probe.url.path
    case .item(let name): probe.url.values(of: name).compactMap(\.self).joined(separator: " ")
    case .header(let name): probe.header(name) ?? ""
    case .json(let path): probe.form(JSONForm.self)?.json?.value(at: path)?.scalarText ?? ""
    case .field, .part, .text: String(decoding: probe.seenBody ?? Data(), as: UTF8.self)
    }
  }

  var weight: Double { 2 }

  var description: String { "hasRecordedSecrets()" }
}

extension ScannedURL {
  fileprivate func values(of name: String) -> [String?] {
    queryItems.filter { $0.name == name }.map(\.value)
  }
}

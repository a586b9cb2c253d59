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
    let found = texts.compactMap(\.self).flatMap { names.names(in: $0) }
    guard !found.isEmpty else { return wanted.kind != .some }
    if wanted.kind != .none {
      var rest = wanted.names[...]
      let isAmong = found.allSatisfy { name in
        rest = rest.drop { $0 != name }
        return rest.popFirst() != nil
      }
      if isAmong || wanted.kind == .some { return isAmong }
    }
    return wanted.place.isHeader
      && found.allSatisfy { name in wanted.names.contains { names.areOfOneSession(name, $0) } }
  }

  func finding(in probe: RequestProbe) -> String {
    let other = wanted.first { verdict(on: $0, in: probe) == .no }
    return other.map { "another value stands in \($0.place.words)" }
      ?? "they are those of the recording"
  }

  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    let others = wanted.filter { verdict(on: $0, in: probe) == .no }
    guard !others.isEmpty else { return nil }
    return FindingList(
      first: others.map { wanted in
        let names = wanted.names.map(\.swiftLiteral).phrase
        return wanted.kind == .some
          ? "\(wanted.place.words): expected \(names)"
          : "\(wanted.place.words): expected \(names) or no name of the recording, found another one"
      }, of: others.count)
  }

  var weight: Double { 2 }

  var description: String { "hasRecordedSecrets()" }
}

extension ScannedURL {
  fileprivate func values(of name: String) -> [String?] {
    queryItems.filter { $0.name == name }.map(\.value)
  }
}

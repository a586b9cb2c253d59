import Foundation
import StubKit

/// Where the archived request has a secret's name, the live one has no other secret's name.
///
/// A recording replaces each secret with a name.
struct ArchivedNamesCriterion: Criterion {
  struct Wanted: Sendable {
    enum Kind: Sendable {
      /// No name; text without any name is accepted.
      case none
      /// The request does not have the header.
      case nothing
      /// Some or all of `names`.
      case some
      /// Some or all of `names`, or text without any name.
      case any
    }

    let place: NamedPlace
    let kind: Kind
    let names: [String]
  }

  let wanted: [Wanted]
  let names: ArchiveNames

  func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnUnpackedBody(verdictOnWanted)
  }

  private func verdictOnWanted(in probe: RequestProbe) -> Verdict {
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
    verdict(on: wanted, in: probe) { accepts($0, as: wanted) }
  }

  private func verdict(
    on wanted: Wanted, in probe: RequestProbe, _ decide: ([String?]) -> Bool
  ) -> Verdict {
    func text(_ data: Data?) -> String? { data.map { String(decoding: $0, as: UTF8.self) } }
    switch wanted.place {
    case .user: return Verdict(decide([probe.request.url?.userInfo]))
    case .path: return Verdict(decide([probe.url.path]))
    case .item(let name):
      return Verdict(decide(probe.url.queryItems.filter { $0.name == name }.map(\.value)))
    case .header(let name):
      guard let value = probe.header(name) else {
        return wanted.kind == .some ? probe.verdictOnMissingHeader : .yes
      }
      return Verdict(decide([value]))
    case .json(let steps):
      return probe.verdictOnBody(as: JSONForm.self) {
        Verdict(decide([$0.json?.value(at: steps)?.scalarText]))
      }
    case .field(let name):
      return probe.verdictOnBody(as: StubRequest.Form.self) { form in
        Verdict(decide(form.items.filter { $0.name == name }.map(\.value)))
      }
    case .part(let index):
      return probe.verdictOnParts {
        Verdict(decide([text($0.parts?.dropFirst(index).first?.body)]))
      }
    case .text: return probe.verdictOnBody { Verdict(decide([text($0)])) }
    }
  }

  private func accepts(_ texts: [String?], as wanted: Wanted) -> Bool {
    guard wanted.kind != .nothing else { return false }
    let found = texts.compactMap(\.self).flatMap {
      names.names(in: $0, orEncodedAmong: wanted.names)
    }
    guard !found.isEmpty else { return wanted.kind != .some }
    if wanted.kind != .none {
      var rest = wanted.names[...]
      let isAmong = found.allSatisfy { name in
        // In a header, names may come in any order, as cookies do.
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

  // A name is shown as it is: it stands for a secret, but is not secret itself.
  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    probe.withUnpackedBody(findings)
  }

  private func findings(in probe: RequestProbe) -> FindingList? {
    let others = wanted.filter { verdict(on: $0, in: probe) == .no }
    guard !others.isEmpty else { return nil }
    return FindingList(first: others.map { finding(of: $0, in: probe) }, of: others.count)
  }

  private func finding(of wanted: Wanted, in probe: RequestProbe) -> String {
    let expected = wanted.names.map(\.swiftLiteral).phrase
    var texts: [String] = []
    _ = verdict(on: wanted, in: probe) {
      texts = $0.compactMap(\.self)
      return true
    }
    let found = texts.flatMap { names.names(in: $0) }.map(\.swiftLiteral).phrase
    let wish =
      switch wanted.kind {
      case .nothing: "nothing"
      case .any where expected.isEmpty, .none: "no name of this recording"
      case .some: expected
      case .any: "\(expected), or no name of this recording"
      }
    let other = texts.isEmpty ? "nothing" : wanted.kind == .nothing ? "a value" : "another value"
    return "\(wanted.place.words): expected \(wish), found \(found.isEmpty ? other : found)"
  }

  var weight: Double { 2 }
  var description: String { "hasRecordedSecrets()" }
}

extension StubJSON {
  fileprivate func value(at steps: [JSONStep]) -> StubJSON? {
    steps.reduce(Optional(self)) { value, step in
      switch step {
      case .member(let name): value[name]
      case .element(let index): value[index]
      }
    }
  }
}

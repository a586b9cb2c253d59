import Foundation
import StubKit

/// The query has exactly the items of an archived request; redacted parts of values match anything.
struct ArchivedQueryCriterion: Criterion {
  private let exact: [QueryItem]
  private let vague: [QueryItem]
  /// For the name of each vague item, as bytes, how many items have that name.
  private let countsOfVague: [[UInt8]: Int]
  /// The vague items whose values also have text beside the redacted parts.
  private let texts: [(name: [UInt8], text: RedactedText)]
  private let total: Int
  private let written: [URLQueryItem]

  init(items: [QueryItem]) {
    vague = items.filter { $0.value?.contains(Redaction.mark) ?? false }
    exact = items.filter { !($0.value?.contains(Redaction.mark) ?? false) }
    let vagueNames = Set(vague.map { [UInt8]($0.name.utf8) })
    countsOfVague = items.reduce(into: [:]) { counts, item in
      let name = [UInt8](item.name.utf8)
      if vagueNames.contains(name) { counts[name, default: 0] += item.count }
    }
    texts = vague.compactMap { item in
      let value = item.value ?? ""
      // A value such as `REDACTED-2` may be a secret's name even if the archive lists no such name.
      let isName =
        value.hasPrefix(Redaction.mark)
        && value.dropFirst(Redaction.mark.count).allSatisfy { $0 == "-" || $0.isWholeNumber }
      return isName ? nil : ([UInt8](item.name.utf8), RedactedText(Data(value.utf8)))
    }
    total = items.reduce(0) { $0 + $1.count }
    written = items.flatMap(\.items)
  }

  var comparison: RequestComparison? {
    exact.isEmpty ? vague.first.map { .queryName($0.name) } : .queryItems(exact)
  }

  func condition(on probe: RequestProbe) -> Verdict {
    let pairs = probe.url.queryPairs
    guard pairs.count == total else { return .no }
    // `comparison` has found each exact item, so that an equal count leaves no room for others.
    guard !vague.isEmpty else { return .yes }
    var missing = countsOfVague
    for pair in pairs { missing[[UInt8](pair.nameString.utf8)]? -= 1 }
    guard missing.values.allSatisfy({ $0 <= 0 }) else { return .no }
    guard !texts.isEmpty else { return .yes }
    let items = probe.url.queryItems.map { ([UInt8]($0.name.utf8), Data(($0.value ?? "").utf8)) }
    return Verdict(
      texts.allSatisfy { name, text in items.contains { $0.0 == name && text.matches($0.1) } })
  }

  func finding(in probe: RequestProbe) -> String { probe.url.wholeQueryFinding }

  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    // The archive may contain secrets, which a report must not show.
    var redactor = Redactor(.standard)
    guard shown.url.queryPairs.count > 0 else { return nil }
    return shown.url.queryItems.differences(
      from: redactor.items(exact.flatMap(\.items)),
      vague: vague.flatMap(\.items), isExact: true)
  }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    total == 0 ? 0.6 : min(probe.url.queryItems.nearness(to: exact + vague), 0.95)
  }

  var description: String {
    var redactor = Redactor(.standard)
    return redactor.text("hasExactQuery(\(written.literal))")
  }
}

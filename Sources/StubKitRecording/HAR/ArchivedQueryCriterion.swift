import Foundation
import StubKit

/// The query has exactly the items of an archived request, whose redacted values match anything.
struct ArchivedQueryCriterion: Criterion {
  private let exact: [QueryItem]
  private let vague: [QueryItem]
  private let total: Int
  private let written: QueryArguments

  init(items: [QueryItem]) {
    vague = items.filter { $0.value?.contains(ArchivedRequest.redacted) ?? false }
    exact = items.filter { !($0.value?.contains(ArchivedRequest.redacted) ?? false) }
    total = items.reduce(0) { $0 + $1.count }
    written = QueryArguments(items.flatMap(\.items), like: .dictionary([]))
  }

  var comparison: RequestComparison? {
    exact.isEmpty ? vague.first.map { .queryName($0.name) } : .queryItems(exact)
  }

  func condition(on probe: RequestProbe) -> Verdict {
    let pairs = probe.url.queryPairs
    guard pairs.count == total else { return .no }
    // `comparison` has found each exact item, so that an equal count leaves no room for others.
    for item in vague {
      var missing = 0
      for wanted in exact + vague where wanted.name.utf8.elementsEqual(item.name.utf8) {
        missing += wanted.count
      }
      for pair in pairs where pair.isNamed(item.name) { missing -= 1 }
      guard missing <= 0 else { return .no }
    }
    return .yes
  }

  func finding(in probe: RequestProbe) -> String { probe.url.wholeQueryFinding }

  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    // The archive may contain secrets, which a report must not show.
    var redactor = Redactor(.standard)
    guard shown.url.queryPairs.count > 0 else { return nil }
    return shown.url.queryItems.differences(
      from: exact.flatMap(\.items).map { $0.redacted(by: &redactor) },
      vague: vague.flatMap(\.items), isExact: true)
  }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    total == 0 ? 0.6 : min(probe.url.queryItems.nearness(to: exact + vague), 0.95)
  }

  var description: String {
    var redactor = Redactor(.standard)
    return redactor.text("hasExactQuery(\(written))")
  }
}

import Foundation

struct QueryCriterion: Criterion {
  let arguments: QueryArguments
  private let allowsOthers: Bool
  private let wanted: [QueryItem]

  init(_ arguments: QueryArguments, allowingOthers allowsOthers: Bool = true) {
    self.arguments = arguments
    self.allowsOthers = allowsOthers
    wanted = QueryItem.grouping(arguments.items)
  }

  var comparison: RequestComparison? { .queryItems(wanted) }
  var isExact: Bool { allowsOthers }

  func condition(on probe: RequestProbe) -> Verdict {
    // The comparison has found every wanted item; with this count there are no others.
    Verdict(allowsOthers || probe.url.queryPairs.count == arguments.items.count)
  }

  func finding(in probe: RequestProbe) -> String {
    guard allowsOthers else { return probe.url.wholeQueryFinding }
    let counts = QueryCounts(probe.url.queryPairs)
    let unmet = wanted.filter { counts[$0] < $0.count }
    return probe.url.queryFinding(of: (unmet.isEmpty ? wanted : unmet).prefix(50).map(\.name))
  }

  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    if allowsOthers {
      // If no unmet name is in the query, another may be a misspelling; `finding` says so.
      let counts = QueryCounts(shown.url.queryPairs)
      let isNear = wanted.contains { item in
        counts[item] < item.count && shown.url.queryPairs.contains { $0.isNamed(item.name) }
      }
      guard isNear else { return nil }
    }
    return shown.url.queryFindings(
      of: arguments.items, isExact: !allowsOthers, hiding: probe.url)
  }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    if allowsOthers { return probe.url.nearness(to: wanted) }
    let surplus = max(0, probe.url.queryPairs.count - arguments.items.count)
    let nearness = wanted.isEmpty ? 0.9 : probe.url.nearness(to: wanted)
    return min(nearness, 0.95) / Double(1 + min(surplus, 10)).squareRoot()
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.url.queryCriterion(like: arguments)
  }

  func hint(in probe: RequestProbe?) -> String? {
    guard let probe else { return nil }
    if !allowsOthers, !wanted.isEmpty, comparison?.verdict(on: probe) == .yes {
      return "containsQuery(…) matches a query that has at least this"
    }
    return probe.url.plusHint(for: wanted)
  }

  var description: String { "\(allowsOthers ? "containsQuery" : "hasExactQuery")(\(arguments))" }
}

struct QueryNameCriterion: Criterion {
  let name: String

  var comparison: RequestComparison? { .queryName(name) }
  var isExact: Bool { true }
  func finding(in probe: RequestProbe) -> String { probe.url.queryFinding(of: [name]) }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    probe.url.firstItems(50).map { 0.9 * $0.name.likeness(to: name) }.max() ?? 0
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.url.queryCriterion(like: .dictionary([]))
  }

  func hint(in probe: RequestProbe?) -> String? {
    guard let equals = name.firstIndex(of: "=") else { return nil }
    let value = String(name[name.index(after: equals)...]).swiftLiteral
    return "a name contains no \"=\"; for a value write "
      + "containsQuery(\(String(name[..<equals]).swiftLiteral), \(value))"
  }

  var description: String { "containsQuery(\(name.swiftLiteral))" }
}

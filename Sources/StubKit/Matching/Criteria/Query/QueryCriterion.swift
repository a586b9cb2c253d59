import Foundation

/// The query has each of some items in any order, at least as often as given.
struct QueryCriterion: ExactCriterion {
  /// The items as they were written.
  let arguments: QueryArguments
  private let wanted: [QueryItem]

  init(_ arguments: QueryArguments) {
    self.arguments = arguments
    wanted = QueryItem.grouping(arguments.items)
  }

  var meaning: RequestComparison { .queryItems(wanted) }

  func finding(in probe: RequestProbe) -> String {
    let counts = QueryCounts(probe.url.queryPairs)
    let unmet = wanted.filter { counts[$0] < $0.count }
    return probe.url.queryFinding(of: (unmet.isEmpty ? wanted : unmet).prefix(50).map(\.name))
  }

  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    // If a name is missing altogether, another one may be its misspelling.
    let counts = QueryCounts(shown.url.queryPairs)
    let isNear = wanted.contains { item in
      counts[item] < item.count && shown.url.queryPairs.contains { $0.isNamed(item.name) }
    }
    guard isNear else { return nil }
    return shown.url.queryFindings(of: arguments.items, isExact: false, hiding: probe.url)
  }

  func nearness(of probe: RequestProbe) -> Double { probe.url.nearness(to: wanted) }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.url.queryCriterion(like: arguments)
  }

  func hint(in probe: RequestProbe) -> String? { probe.url.plusHint(for: wanted) }

  var description: String { "containsQuery(\(arguments))" }
}

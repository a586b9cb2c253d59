import Foundation

/// The query has exactly the given items, in any order.
struct ExactQueryCriterion: Criterion {
  /// The items as they were written.
  let arguments: QueryArguments
  private let wanted: [QueryItem]
  private let total: Int

  init(_ arguments: QueryArguments) {
    self.arguments = arguments
    wanted = QueryItem.grouping(arguments.items)
    total = arguments.items.count
  }

  var comparison: RequestComparison? { .queryItems(wanted) }

  func condition(on probe: RequestProbe) -> Verdict {
    // If all of them are there and the number is equal, there are no others.
    Verdict(probe.url.queryPairs.count == total)
  }

  func finding(in probe: RequestProbe) -> String { probe.url.wholeQueryFinding }

  func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    shown.url.queryFindings(of: arguments.items, isExact: true, hiding: probe.url)
  }

  func nearness(of probe: RequestProbe) -> Double {
    if verdict(on: probe) == .yes { return 1 }
    let surplus = max(0, probe.url.queryPairs.count - total)
    let nearness = wanted.isEmpty ? 0.9 : probe.url.nearness(to: wanted)
    return min(nearness, 0.95) / Double(1 + min(surplus, 10)).squareRoot()
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.url.queryCriterion(like: arguments)
  }

  func hint(in probe: RequestProbe) -> String? {
    if !wanted.isEmpty, QueryCriterion(arguments).verdict(on: probe) == .yes {
      return "containsQuery(…) matches a query that has at least this"
    }
    return probe.url.plusHint(for: wanted)
  }

  var description: String { "hasExactQuery(\(arguments))" }
}

import Foundation

/// The query has each of some items, in any order, each at least as often as it is given.
struct QueryCriterion: Criterion {
  /// The items as they were written at the call.
  let arguments: QueryArguments
  private let wanted: [QueryItem]

  init(_ arguments: QueryArguments) {
    self.arguments = arguments
    wanted = QueryItem.grouping(arguments.items)
  }

  func verdict(on probe: RequestProbe) -> Verdict {
    let pairs = probe.url.queryPairs
    for item in wanted where item.occurrences(in: pairs) < item.count { return .no }
    return .yes
  }

  func finding(in probe: RequestProbe) -> String {
    let pairs = probe.url.queryPairs
    let unmet = wanted.filter { $0.occurrences(in: pairs) < $0.count }
    return probe.url.queryFinding(of: (unmet.isEmpty ? wanted : unmet).map(\.name))
  }

  var requirements: [Requirement] {
    wanted.map { .queryItem(name: $0.name, value: .exactly($0.value)) }
  }

  var requirementsSuffice: Bool { wanted.allSatisfy { $0.count == 1 } }

  func nearness(of probe: RequestProbe) -> Double { probe.url.nearness(to: wanted) }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.url.queryCriterion(like: arguments)
  }

  func hint(in probe: RequestProbe) -> String? { probe.url.plusHint(for: wanted) }

  var description: String { "containsQuery(\(arguments))" }
}

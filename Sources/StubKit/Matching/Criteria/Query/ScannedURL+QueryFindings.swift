package import Foundation

extension ScannedURL {
  /// Describes the items with these names: `the query has page=1 and no sort`.
  func queryFinding(of names: [String]) -> String {
    guard rawQuery != nil else { return "there is no query" }
    var found: [String] = []
    var missing: [String] = []
    for name in names where !found.contains(name) && !missing.contains(name) {
      if queryPairs.contains(where: { $0.isNamed(name) }) {
        found.append(name)
      } else {
        missing.append(name)
      }
    }
    let present = firstItems(10) { pair in found.contains { pair.isNamed($0) } }.texts
    var parts = present
    if !missing.isEmpty { parts.append("no " + missing.prefix(10).phrase) }
    let phrase = parts.prefix(10).phrase
    let others = firstItems(10).texts
    guard present.isEmpty, !others.isEmpty, !missing.isEmpty else {
      return phrase.isEmpty ? wholeQueryFinding : "the query has \(phrase)"
    }
    // None of the names is there; one of the others may be a misspelling.
    return "the query has \(phrase), only \(others.phrase)"
  }

  /// Describes all items: `the query has page=1 and sort=name`.
  package var wholeQueryFinding: String {
    guard rawQuery != nil else { return "there is no query" }
    let count = queryPairs.count
    if count == 0 { return "the query is empty" }
    let others = count > 20 ? " and \(count - 20) more" : ""
    return "the query has \(firstItems(20).texts.phrase)\(others)"
  }

  package func queryFindings(
    of wanted: [URLQueryItem], vague: [URLQueryItem] = [], isExact: Bool,
    hiding secrets: ScannedURL? = nil
  ) -> FindingList? {
    guard queryPairs.count > 0 else { return nil }
    return ItemDifferences(
      of: firstItems(.max), from: wanted, vague: vague, isExact: isExact,
      hiding: secrets?.firstItems(.max) ?? []
    ).findings
  }

  func firstItems(
    _ limit: Int, where isMeant: (QueryPairs.Pair) -> Bool = { _ in true }
  ) -> [URLQueryItem] {
    var items: [URLQueryItem] = []
    for pair in queryPairs where isMeant(pair) {
      items.append(URLQueryItem(name: pair.nameString, value: pair.valueString))
      if items.count == limit { break }
    }
    return items
  }

  func plusHint(for wanted: [QueryItem]) -> String? {
    let pairs = queryPairs
    for item in wanted.prefix(50) where item.occurrences(in: pairs) < item.count {
      guard let value = item.value, value.contains(" ") else { continue }
      let written = firstItems(50).first { candidate in
        candidate.name == item.name
          && candidate.value?.split(separator: "+", omittingEmptySubsequences: false)
            .joined(separator: " ") == value
      }
      if let text = written?.value {
        return "\"+\" in a query is a plus sign, not a space: \(text.swiftLiteral)"
      }
    }
    return nil
  }

  package func nearness(to wanted: [QueryItem]) -> Double {
    guard !wanted.isEmpty else { return 1 }
    let items = firstItems(50)
    let pairs = queryPairs
    let scores = wanted.prefix(50).map { item in
      if item.occurrences(in: pairs) >= item.count { return 1.0 }
      let value = item.value ?? ""
      return items.map { candidate in
        candidate.name == item.name
          ? 0.5 + 0.4 * (candidate.value ?? "").likeness(to: value)
          : 0.4 * candidate.name.likeness(to: item.name)
      }.max() ?? 0
    }
    return scores.reduce(0, +) / Double(scores.count)
  }

  func queryCriterion(like arguments: QueryArguments) -> QueryCriterion? {
    guard 1...20 ~= queryPairs.count, rawQuery.map({ $0.count <= 1_000 }) ?? false
    else { return nil }
    return QueryCriterion(QueryArguments(queryItems, like: arguments))
  }
}

extension [URLQueryItem] {
  fileprivate var texts: [String] { map { $0.text.shortened() } }
}

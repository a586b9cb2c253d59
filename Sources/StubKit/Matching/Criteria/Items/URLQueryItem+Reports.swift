package import Foundation

extension [URLQueryItem] {
  init(_ literal: KeyValuePairs<String, String?>) {
    self = literal.map { URLQueryItem(name: $0.key, value: $0.value) }
  }

  /// Sorted by name, because a dictionary has no order.
  init(sorting members: some Collection<(key: String, value: String?)>) {
    self = members.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
  }

  init(sorting members: some Collection<(key: String, value: String)>) {
    self.init(sorting: members.map { (key: $0.key, value: Optional($0.value)) })
  }

  /// The items as a literal, which may repeat a name.
  package var literal: String {
    let members = map { "\($0.name.swiftLiteral): \($0.value?.swiftLiteral ?? "nil")" }
    return isEmpty ? "[:]" : "[\(members.joined(separator: ", "))]"
  }

  package func finding(in place: String) -> String {
    if isEmpty { return "the \(place) is empty" }
    let others = count > 20 ? " and \(count - 20) more" : ""
    return "the \(place) has \(prefix(20).map { $0.text.shortened() }.phrase)\(others)"
  }

  /// Differences in the order of the wanted items: `state: expected "closed", found "open"`.
  ///
  /// Of `vague` items only the name is expected; `secrets` are the found items before redaction.
  package func differences(
    from wanted: [URLQueryItem], vague: [URLQueryItem] = [], isExact: Bool,
    hiding secrets: [URLQueryItem] = []
  ) -> FindingList? {
    var counts = QueryCounts(self)
    let missing = wanted.filter { !counts.take($0) }
    // A missing item is reported with an unexpected item of that name, if there is one.
    let rest = indices.filter { counts.take(self[$0]) }
    var places = Dictionary(grouping: rest.reversed()) { [UInt8](self[$0].name.utf8) }
    var differences: [String] = []
    func note(_ name: String, expected: String?, found: String?) {
      let name = name.isPlainFieldName ? name : name.shortened().swiftLiteral
      differences.append("\(name): expected \(expected ?? "nothing"), found \(found ?? "nothing")")
    }
    for item in missing {
      let place = places[[UInt8](item.name.utf8)]?.popLast()
      note(
        item.name, expected: item.wordedValue,
        found: place.map { place in
          // Redaction leaves items in their places.
          let secret = secrets.count == count ? secrets[place].value : nil
          return self[place].wordedValue(hiding: secret, insteadOf: item.value)
        })
    }
    for item in vague where places[[UInt8](item.name.utf8)]?.popLast() == nil {
      note(item.name, expected: "any value", found: nil)
    }
    if isExact {
      let left = Set(places.values.joined())
      for place in rest where left.contains(place) {
        note(self[place].name, expected: nil, found: self[place].wordedValue)
      }
    }
    return differences.isEmpty ? nil : FindingList(first: differences, of: differences.count)
  }

  package func nearness(to wanted: [QueryItem]) -> Double {
    let scores = wanted.prefix(50).map {
      nearness(to: URLQueryItem(name: $0.name, value: $0.value))
    }
    return scores.isEmpty ? 1 : scores.reduce(0, +) / Double(scores.count)
  }

  func nearness(to wanted: URLQueryItem) -> Double {
    let scores = prefix(50).map { item in
      guard item.name.equalsIgnoringASCIICase(wanted.name) else {
        return 0.4 * item.name.likeness(to: wanted.name)
      }
      if item.value == wanted.value { return 1.0 }
      return 0.5 + 0.4 * (item.value ?? "").likeness(to: wanted.value ?? "")
    }
    return scores.max() ?? 0
  }

  func hint(on wanted: [QueryItem], in place: ItemsCriterion.Place) -> String? {
    for item in wanted.prefix(50) {
      for found in prefix(50) where found.name == item.name && found.value != item.value {
        guard let found = found.value, let wanted = item.value else { continue }
        if found.withSpacesForPluses == wanted.withSpacesForPluses {
          return place == .query
            ? "\"+\" in a query is a plus sign, not a space: \(found.swiftLiteral)"
            : "\"+\" in a form is a space; clients send a plus sign as %2B"
        }
        if wanted.removingPercentEncoding == found {
          return "values are compared without percent-encoding: \(found.swiftLiteral)"
        }
        if found.removingPercentEncoding == wanted { return "the request encoded it twice" }
      }
    }
    return nil
  }
}

extension String {
  fileprivate var withSpacesForPluses: String { String(map { $0 == "+" ? " " : $0 }) }
}

extension URLQueryItem {
  fileprivate var wordedValue: String { value?.shortened().swiftLiteral ?? "only the name" }

  fileprivate func wordedValue(hiding secret: String?, insteadOf wanted: String?) -> String {
    guard value?.contains(Redaction.mark) ?? false, let secret, let wanted else {
      return wordedValue
    }
    return "\(wordedValue) (\(secret.secretDifference(from: wanted)))"
  }
}

extension ScannedURL {
  package var wholeQueryFinding: String {
    rawQuery == nil ? "there is no query" : queryItems.finding(in: "query")
  }

  func firstItems(_ limit: Int) -> [URLQueryItem] { queryPairs.prefix(limit).map(\.item) }
}

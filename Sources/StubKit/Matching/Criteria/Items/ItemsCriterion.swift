package import Foundation

package struct ItemsCriterion: Criterion {
  package enum Place: String, Sendable {
    case query
    case form
  }

  let place: Place
  /// In the order in which they were written; those of a dictionary are sorted by name.
  private let items: [URLQueryItem]
  private let allowsOthers: Bool
  private let wanted: [QueryItem]

  package init(_ place: Place, _ items: [URLQueryItem], allowingOthers allowsOthers: Bool = true) {
    (self.place, self.items, self.allowsOthers) = (place, items, allowsOthers)
    wanted = QueryItem.grouping(items)
  }

  /// A criterion for the request's own query; nil if that is empty, or too long to be pasted.
  static func wholeQuery(of probe: RequestProbe) -> ItemsCriterion? {
    let items = probe.url.firstItems(21)
    guard 1...20 ~= items.count, probe.url.rawQuery.map({ $0.count <= 1_000 }) ?? false
    else { return nil }
    return ItemsCriterion(.query, items)
  }

  package var comparison: RequestComparison? { place == .query ? .queryItems(wanted) : nil }
  package var isExact: Bool { place == .query && allowsOthers }

  package func condition(on probe: RequestProbe) -> Verdict {
    switch place {
    case .query:
      // The comparison has found every wanted item; with this count there are no others.
      Verdict(allowsOthers || probe.url.queryPairs.count == items.count)
    case .form:
      probe.verdictOnBody(as: CountedForm.self) { form in
        let mayHaveOthers = allowsOthers || form.count == items.count
        return Verdict(mayHaveOthers && unmet(among: form.items).isEmpty)
      }
    }
  }

  private func unmet(among counts: QueryCounts) -> [QueryItem] {
    wanted.filter { counts[$0] < $0.count }
  }

  private func items(of probe: RequestProbe) -> [URLQueryItem]? {
    switch place {
    case .query: probe.url.rawQuery == nil ? nil : probe.url.queryItems
    case .form: probe.form(StubRequest.Form.self)?.items
    }
  }

  /// The body as JSON, if the criterion asks for a form but the body is an object or an array.
  private func json(in probe: RequestProbe) -> StubJSON? {
    guard place == .form, let json = probe.form(JSONForm.self)?.json,
      json.object != nil || json.array != nil
    else { return nil }
    return json
  }

  package func finding(in probe: RequestProbe) -> String {
    place == .query
      ? probe.url.wholeQueryFinding
      : items(of: probe)?.finding(in: place.rawValue) ?? "there is no body"
  }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    if place == .form,
      let parts = shown.partFindings("the body is not of this kind of form, but has")
    {
      return parts
    }
    if let json = json(in: shown) {
      return FindingList(first: ["the body is JSON, \(json.shortened())"], of: 1)
    }
    guard let found = items(of: shown), !found.isEmpty else { return nil }
    if place == .query, allowsOthers {
      // If the query has no unmet name, a name in it may be misspelt: `finding` lists all items.
      let names = Set(unmet(among: QueryCounts(found)).map(\.name))
      guard found.contains(where: { names.contains($0.name) }) else { return nil }
    }
    return found.differences(from: items, isExact: !allowsOthers, hiding: items(of: probe) ?? [])
  }

  package func nearness(ofMiss probe: RequestProbe) -> Double {
    let found = items(of: probe) ?? []
    let surplus = allowsOthers ? 0 : max(0, found.count - items.count)
    return min(found.nearness(to: wanted), 0.95) / Double(1 + min(surplus, 10)).squareRoot()
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    if place == .query { return Self.wholeQuery(of: probe) }
    guard probe.shortBody != nil else { return nil }
    if let json = json(in: probe) { return JSONBodyCriterion(json, isSubset: allowsOthers) }
    guard let fields = items(of: probe) else { return nil }
    return ItemsCriterion(.form, fields, allowingOthers: allowsOthers)
  }

  package func hint(in probe: RequestProbe?) -> String? {
    guard let probe, let found = items(of: probe) else { return nil }
    if json(in: probe) != nil {
      return "\(allowsOthers ? "containsJson" : "hasJsonBody")(…) matches JSON"
    }
    let unmet = unmet(among: QueryCounts(found))
    if !allowsOthers, !wanted.isEmpty, unmet.isEmpty {
      return "\(functions.contains)(…) matches a \(place.rawValue) that has at least this"
    }
    return found.hint(on: unmet, in: place)
  }

  package var description: String {
    "\(allowsOthers ? functions.contains : functions.has)(\(items.literal))"
  }

  private var functions: (contains: String, has: String) {
    place == .query ? ("containsQuery", "hasExactQuery") : ("containsFormBody", "hasFormBody")
  }
}

private struct CountedForm: BodyForm {
  let count: Int
  let items: QueryCounts

  init(of body: ParsedBody) {
    let items = body.form(StubRequest.Form.self).items
    (count, self.items) = (items.count, QueryCounts(items))
  }
}

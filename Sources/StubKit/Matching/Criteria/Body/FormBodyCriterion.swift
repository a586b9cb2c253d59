package import Foundation

/// The body is a form with the given fields in any order, and with no others unless it is a subset.
package struct FormBodyCriterion: Criterion {
  private let arguments: QueryArguments
  private let isSubset: Bool
  private let wanted: [QueryItem]

  package init(_ arguments: QueryArguments, isSubset: Bool = false) {
    self.arguments = arguments
    self.isSubset = isSubset
    wanted = QueryItem.grouping(arguments.items)
  }

  package func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnBody(as: FormFields.self) { isMet(by: $0) }
  }

  private func isMet(by form: FormFields) -> Bool {
    isSubset ? wanted.allSatisfy { form.has($0) } : form.grouped == wanted
  }

  package func finding(in probe: RequestProbe) -> String {
    guard let fields = probe.form(FormFields.self)?.items else { return "there is no body" }
    if fields.isEmpty { return "the form is empty" }
    let others = fields.count > 20 ? " and \(fields.count - 20) more" : ""
    return "the form has \(fields.prefix(20).map { $0.text.shortened() }.phrase)\(others)"
  }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    if let parts = shown.partFindings("the body is not of this kind of form, but has") {
      return parts
    }
    guard let fields = shown.form(FormFields.self)?.items, !fields.isEmpty else { return nil }
    return ItemDifferences(
      of: fields, from: arguments.items, isExact: !isSubset,
      hiding: probe.form(FormFields.self)?.items ?? []
    ).findings
  }

  package func nearness(ofMiss probe: RequestProbe) -> Double {
    let form = probe.form(FormFields.self)
    if isSubset {
      guard !wanted.isEmpty else { return 1 }
      let met = form.map { form in wanted.filter { form.has($0) }.count } ?? 0
      return Double(met) / Double(wanted.count)
    }
    let found = Set(form?.grouped ?? [])
    let all = found.union(wanted)
    guard !all.isEmpty else { return 1 }
    return Double(found.intersection(wanted).count) / Double(all.count)
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    guard probe.shortBody != nil, let fields = probe.form(FormFields.self)?.items else {
      return nil
    }
    return FormBodyCriterion(QueryArguments(fields, like: arguments), isSubset: isSubset)
  }

  package func hint(in probe: RequestProbe?) -> String? {
    guard !isSubset, !wanted.isEmpty, let form = probe?.form(FormFields.self), !isMet(by: form),
      wanted.allSatisfy({ form.has($0) })
    else { return nil }
    return "containsFormBody(…) matches a form that has at least this"
  }

  package var description: String {
    "\(isSubset ? "containsFormBody" : "hasFormBody")(\(arguments))"
  }
}

package struct FormFields: BodyForm {
  package let items: [URLQueryItem]
  package let grouped: [QueryItem]

  package init(of body: ParsedBody) { self.init(body.form(FormItems.self).items) }

  init(_ data: Data) { self.init(FormItems(data).items) }

  func has(_ item: QueryItem) -> Bool {
    grouped.contains {
      $0.count >= item.count && $0.name == item.name && $0.value == item.value
    }
  }

  private init(_ items: [URLQueryItem]) {
    self.items = items
    grouped = QueryItem.grouping(items)
  }
}

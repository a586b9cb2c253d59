import Foundation

/// The body is a form with exactly the given fields, in any order.
struct FormBodyCriterion: Criterion {
  /// The fields as they were written at the call.
  let arguments: QueryArguments
  private let wanted: [QueryItem]

  init(_ arguments: QueryArguments) {
    self.arguments = arguments
    wanted = QueryItem.grouping(arguments.items)
  }

  func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnBody(as: FormFields.self) { $0.grouped == wanted }
  }

  func finding(in probe: RequestProbe) -> String {
    guard let fields = probe.form(FormFields.self)?.items else { return "there is no body" }
    if fields.isEmpty { return "the form is empty" }
    let others = fields.count > 20 ? " and \(fields.count - 20) more" : ""
    return "the form has \(fields.prefix(20).map { $0.text.shortened() }.phrase)\(others)"
  }

  func nearness(of probe: RequestProbe) -> Double {
    let found = Set(probe.form(FormFields.self)?.grouped ?? [])
    let all = found.union(wanted)
    guard !all.isEmpty else { return 1 }
    return Double(found.intersection(wanted).count) / Double(all.count)
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    guard probe.shortBody != nil, let fields = probe.form(FormFields.self)?.items else {
      return nil
    }
    if case .dictionary = arguments, Set(fields.map(\.name)).count == fields.count {
      let pairs = fields.map { ($0.name, $0.value) }
      return FormBodyCriterion(.dictionary(Dictionary(uniqueKeysWithValues: pairs)))
    }
    return FormBodyCriterion(.items(fields))
  }

  var description: String { "hasFormBody(\(arguments))" }
}

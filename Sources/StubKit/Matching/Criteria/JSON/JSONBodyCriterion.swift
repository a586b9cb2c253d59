import Foundation

/// The body is JSON that equals the given one, or contains it at any depth of objects.
package struct JSONBodyCriterion: Criterion {
  let json: StubJSON
  /// Whether objects in the body may have further members.
  let isSubset: Bool

  package init(_ json: StubJSON, isSubset: Bool) {
    self.json = json
    self.isSubset = isSubset
  }

  /// Takes the JSON that `make` makes, or throws why it cannot be made.
  init(isSubset: Bool, making make: () throws -> StubJSON) throws(MatcherMistake) {
    let function = Self.function(isSubset: isSubset)
    let json: StubJSON
    do {
      json = try make()
    } catch {
      throw MatcherMistake(call: "\(function)(…)", reason: "\(error)")
    }
    if let meant = json.meantByText {
      let kind = if case .array = meant { "an array" } else { "an object" }
      throw MatcherMistake(
        call: "\(function)(\(json.swiftLiteral.shortened()))",
        reason: "this is a JSON string whose text is that of \(kind); "
          + "write \(function)(\(meant.swiftLiteral.shortened(to: 500))), or \(function)(text: …)")
    }
    self.init(json, isSubset: isSubset)
  }

  package func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnBody(as: JSONForm.self) { form in
      form.json.map(isMet) ?? false
    }
  }

  private func isMet(by found: StubJSON) -> Bool {
    isSubset ? found.contains(json) : found == json
  }

  package func finding(in probe: RequestProbe) -> String { probe.jsonFinding }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    guard let found = shown.form(JSONForm.self)?.json else {
      return shown.partFindings("the body is not JSON, but has")
    }
    let (first, count) = found.differences(
      from: json, isSubset: isSubset, limit: FindingList.shown)
    guard count > 0 else { return nil }
    let real = probe.form(JSONForm.self)?.json
    return FindingList(first: first.map { $0.wording(hiding: real) }, of: count)
  }

  package func nearness(of probe: RequestProbe) -> Double {
    guard let found = probe.form(JSONForm.self)?.json else { return 0 }
    if isMet(by: found) { return 1 }
    guard case .object(let wanted) = json, case .object(let members) = found, !wanted.isEmpty
    else { return 0.3 }
    let met = wanted.filter { key, value in members[key].map { $0 == value } ?? false }.count
    return 0.3 + 0.6 * Double(met) / Double(Swift.max(wanted.count, isSubset ? 0 : members.count))
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    probe.jsonSubstitute(isSubset: isSubset)
  }

  package func hint(in probe: RequestProbe) -> String? {
    guard !isSubset, let found = probe.form(JSONForm.self)?.json, found != json,
      found.contains(json)
    else { return nil }
    if case .object(let members) = json, members.isEmpty { return nil }
    return "containsJson(…) matches a body that has at least this"
  }

  package var description: String {
    "\(Self.function(isSubset: isSubset))(\(json.swiftLiteral))"
  }

  /// The name of the function in source.
  static func function(isSubset: Bool) -> String {
    isSubset ? "containsJson" : "hasJsonBody"
  }
}

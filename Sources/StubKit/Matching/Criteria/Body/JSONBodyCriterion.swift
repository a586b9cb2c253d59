import Foundation

/// The body is JSON that equals the given one, or contains it at any depth of objects.
struct JSONBodyCriterion: Criterion {
  /// The JSON that is meant.
  let json: StubJSON
  /// Whether objects in the body may have more members than those given.
  let isSubset: Bool

  init(_ json: StubJSON, isSubset: Bool) {
    self.json = json
    self.isSubset = isSubset
  }

  /// Converts a dictionary, or throws which of its values is not JSON.
  init(converting dictionary: [String: Any?], isSubset: Bool) throws(MatcherMistake) {
    self.isSubset = isSubset
    do {
      json = try StubJSON(dictionary)
    } catch {
      throw MatcherMistake(call: "\(Self.function(isSubset: isSubset))(…)", reason: "\(error)")
    }
  }

  func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnBody(as: JSONForm.self) { form in
      form.json.map(isMet) ?? false
    }
  }

  private func isMet(by found: StubJSON) -> Bool {
    isSubset ? found.contains(json) : found == json
  }

  func finding(in probe: RequestProbe) -> String {
    guard let form = probe.form(JSONForm.self) else { return "there is no body" }
    if probe.seenBody?.isEmpty ?? true { return "the body is empty" }
    do {
      let found = try form.result.get()
      if let difference = found.firstDifference(from: json, isSubset: isSubset) {
        let other = counterpart(of: difference, in: found)
        return ([difference] + (other.map { [$0] } ?? [])).map(\.description)
          .joined(separator: "; ")
      }
      return "the body is \(found.description.shortened())"
    } catch {
      return "the body is not JSON (\(error))"
    }
  }

  /// For a member too many one that is missing, or the reverse: it may be the same one, misspelt.
  private func counterpart(
    of difference: StubJSON.Difference, in found: StubJSON
  ) -> StubJSON.Difference? {
    guard !isSubset else { return nil }
    if difference.expected.isNothing {
      let other = found.firstDifference(from: json, isSubset: true)
      return other.flatMap { $0.found.isNothing ? $0 : nil }
    }
    guard difference.found.isNothing,
      let other = json.firstDifference(from: found, isSubset: true), other.found.isNothing
    else { return nil }
    return StubJSON.Difference(path: other.path, expected: other.found, found: other.expected)
  }

  func nearness(of probe: RequestProbe) -> Double {
    guard let found = probe.form(JSONForm.self)?.json else { return 0 }
    if isMet(by: found) { return 1 }
    guard case .object(let wanted) = json, case .object(let members) = found, !wanted.isEmpty
    else { return 0.3 }
    let met = wanted.filter { key, value in members[key].map { $0 == value } ?? false }.count
    return 0.3 + 0.6 * Double(met) / Double(Swift.max(wanted.count, isSubset ? 0 : members.count))
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    guard let text = probe.shortBody else { return nil }
    guard let found = probe.form(JSONForm.self)?.json else {
      return BodyTextCriterion(text: text)
    }
    return JSONBodyCriterion(found, isSubset: isSubset)
  }

  func hint(in probe: RequestProbe) -> String? {
    guard !isSubset, let found = probe.form(JSONForm.self)?.json, found != json,
      found.contains(json)
    else { return nil }
    if case .object(let members) = json, members.isEmpty { return nil }
    return "containsJson(…) matches a body that has at least this"
  }

  var description: String {
    "\(Self.function(isSubset: isSubset))(\(json.swiftLiteral))"
  }

  private static func function(isSubset: Bool) -> String {
    isSubset ? "containsJson" : "hasJsonBody"
  }
}

extension StubJSON? {
  // Not a comparison with nil, which could be read as the literal of `.null`.
  fileprivate var isNothing: Bool {
    if case .none = self { true } else { false }
  }
}

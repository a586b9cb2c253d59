extension RequestMatcher {
  enum Expression: Sendable {
    case criterion(any Criterion)
    /// Has at least two parts, as `any` has.
    case all([Expression])
    case any([Expression])
    indirect case not(Expression)
    /// One call that stands for an expression, such as `isGET("https://a.com/users")`.
    indirect case call(String, Expression)
  }
}

extension RequestMatcher.Expression {
  var conjuncts: [Self] { if case .all(let parts) = self { parts } else { [self] } }

  /// The conjuncts, including those within a call that stands for a conjunction.
  var allConjuncts: [Self] {
    var all: [Self] = []
    addConjuncts(to: &all)
    return all
  }

  /// The criteria among all conjuncts; the other conjuncts are combinations.
  var criteria: [any Criterion] {
    allConjuncts.compactMap { if case .criterion(let criterion) = $0 { criterion } else { nil } }
  }

  private func addConjuncts(to all: inout [Self]) {
    switch self {
    case .all(let parts): for part in parts { part.addConjuncts(to: &all) }
    case .call(_, let part): part.addConjuncts(to: &all)
    case .criterion, .any, .not: all.append(self)
    }
  }

  /// Why no request, or hardly any, can match; nil if there is no such reason.
  var hint: String? {
    (criteria.lazy.compactMap { $0.hint(in: nil) }.first ?? contradiction)?.withVisibleControls
  }

  private var contradiction: String? {
    let parts = alternatives().map { comparisons in
      var texts: [RequestPart: String] = [:]
      for case .whole(let part, let text) in comparisons
      where texts.updateValue(text, forKey: part) ?? text != text {
        return part as RequestPart?
      }
      return nil
    }
    guard let part = parts.first ?? nil, !parts.contains(nil) else { return nil }
    return
      "no request matches it, since it names two different \(part == .url ? "URL" : "\(part)")s"
  }

  var disjuncts: [Self] { if case .any(let parts) = self { parts } else { [self] } }

  var mistake: String? {
    switch self {
    case .criterion(let criterion): return criterion.mistake
    case .all(let parts), .any(let parts):
      // A loop, because `lazy.compactMap` would compute its first match twice at every level.
      for part in parts { if let mistake = part.mistake { return mistake } }
      return nil
    case .not(let part), .call(_, let part): return part.mistake
    }
  }

  func verdict(on probe: RequestProbe) -> Verdict {
    switch self {
    case .criterion(let criterion): criterion.verdict(on: probe)
    case .all(let parts): parts.least { $0.verdict(on: probe) }
    case .any(let parts): parts.greatest { $0.verdict(on: probe) }
    case .call(_, let part): part.verdict(on: probe)
    case .not(let part): !part.verdict(on: probe)
    }
  }

  /// The captures of the criteria that the request meets; of equal names the last counts.
  ///
  /// Nil if it is unknown whether an alternative with captures matches.
  func captures(in probe: RequestProbe) -> [String: String]? {
    switch self {
    case .criterion(let criterion):
      return criterion.captures(in: probe)
    case .all(let parts), .any(let parts):
      var captures: [String: String] = [:]
      for part in parts {
        guard let found = part.captures(in: probe) else { return nil }
        // Most parts capture nothing, and merging nothing costs more than the check.
        if found.isEmpty { continue }
        // An alternative that fails as a whole captures nothing, even if its template fits.
        switch isConjunction ? .yes : part.verdict(on: probe) {
        case .yes: captures.merge(found) { $1 }
        case .open: if probe.sight != .full { return nil }
        case .no: break
        }
      }
      return captures
    case .call(_, let part):
      return part.captures(in: probe)
    case .not:
      return [:]
    }
  }

  /// The value is from 0 (nothing in common) to 1; no closure runs.
  func nearness(of probe: RequestProbe) -> (value: Double, weight: Double) {
    switch self {
    case .criterion(let criterion):
      return (criterion.nearness(of: probe), criterion.weight)
    case .all(let parts):
      let parts = parts.map { $0.nearness(of: probe) }
      let weight = parts.reduce(0) { $0 + $1.weight }
      let sum = parts.reduce(0) { $0 + $1.value * $1.weight }
      return (weight > 0 ? sum / weight : 0, weight)
    case .any(let parts):
      return parts.map { $0.nearness(of: probe) }.max { $0.value < $1.value } ?? (0, 1)
    case .call(_, let part):
      return part.nearness(of: probe)
    case .not(let part):
      let weight = part.nearness(of: probe).weight
      switch part.verdict(on: probe) {
      case .yes: return (0, weight)
      case .open: return (0.5, weight)
      case .no: return (1, weight)
      }
    }
  }
}

extension RequestMatcher.Expression: CustomStringConvertible {
  var description: String {
    switch self {
    case .criterion(let criterion):
      criterion.description.withVisibleControls
    case .all(let parts):
      parts.map { $0.parenthesised(if: $0.isDisjunction) }.joined(separator: " && ")
    case .any(let parts):
      // `&&` binds tighter, but a report should be readable without knowing that.
      parts.map { $0.parenthesised(if: $0.isConjunction) }.joined(separator: " || ")
    case .call(let text, _):
      text.withVisibleControls
    case .not(let part):
      "!" + part.parenthesised(if: part.isConjunction || part.isDisjunction)
    }
  }

  var isConjunction: Bool { if case .all = self { true } else { false } }

  var isDisjunction: Bool { if case .any = self { true } else { false } }

  private func parenthesised(if condition: Bool) -> String {
    condition ? "(\(description))" : description
  }
}

extension RequestMatcher.Expression {
  /// A missed criterion of this kind, if such criteria alone rule out a match; nil otherwise.
  func criterion(
    missedBy probe: RequestProbe, _ isOfKind: (any Criterion) -> Bool
  ) -> (any Criterion)? {
    switch self {
    case .criterion(let criterion):
      return isOfKind(criterion) && criterion.verdict(on: probe) == .no ? criterion : nil
    case .call(_, let part): return part.criterion(missedBy: probe, isOfKind)
    case .all(let parts):
      return parts.compactMap { $0.criterion(missedBy: probe, isOfKind) }.first
    case .any(let parts):
      let missed = parts.compactMap { $0.criterion(missedBy: probe, isOfKind) }
      return missed.count == parts.count ? missed.first : nil
    case .not: return nil
    }
  }
}

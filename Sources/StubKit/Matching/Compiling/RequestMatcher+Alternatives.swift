extension RequestMatcher.Expression {
  /// Returns sets of comparisons; every match meets all comparisons of at least one set.
  ///
  /// A disjunction joins the sets of its parts, a conjunction combines them. An empty set always holds;
  /// without any set nothing can match. Beyond `limit` sets, comparisons are left out, so that fewer sets
  /// require less.
  func alternatives(limit: Int = 16) -> [[RequestComparison]] {
    alternatives(limit: limit, negated: false)
  }

  private func alternatives(limit: Int, negated: Bool) -> [[RequestComparison]] {
    switch self {
    case .criterion(let criterion):
      return negated ? [[]] : criterion.alternatives(limit: limit)
    case .call(_, let part):
      return part.alternatives(limit: limit, negated: negated)
    case .not(let part):
      return part.alternatives(limit: limit, negated: !negated)
    case .all(let parts), .any(let parts):
      // By De Morgan's laws a negation turns the one into the other.
      return isConjunction != negated
        ? Self.paired(parts, limit: limit, negated: negated)
        : Self.addedUp(parts.map { $0.alternatives(limit: limit, negated: negated) }, limit: limit)
    }
  }

  private static func addedUp(_ sets: [[[RequestComparison]]], limit: Int) -> [[RequestComparison]]
  {
    let sum = sets.flatMap(\.self)
    return sum.count > limit || sum.contains(where: \.isEmpty) ? [[]] : sum
  }

  private static func paired(_ parts: [Self], limit: Int, negated: Bool) -> [[RequestComparison]] {
    // Comparisons without a choice, nearly all of them, belong to every set.
    var common: [RequestComparison] = []
    var choices: [[[RequestComparison]]] = []
    for part in parts {
      // Most matchers have one alternative; this avoids building a set of sets for them.
      if !negated, case .criterion(let criterion) = part, let comparison = criterion.comparison,
        !comparison.isChoice
      {
        common.append(comparison)
        continue
      }
      let sets = part.alternatives(limit: limit, negated: negated)
      if sets.count == 1 { common += sets[0] } else { choices.append(sets) }
    }
    var product = [common]
    // The parts with the fewest sets come first, so that the widest is left out.
    for sets in choices.sorted(by: { $0.count < $1.count }) {
      guard product.count * sets.count <= limit else { break }
      product = product.flatMap { left in sets.map { left + $0 } }
    }
    return product
  }
}

extension Criterion {
  /// The comparison as sets: one for each text of a choice.
  fileprivate func alternatives(limit: Int) -> [[RequestComparison]] {
    guard let comparison else { return [[]] }
    guard case .oneOf(let part, let texts) = comparison else { return [[comparison]] }
    return texts.count > limit ? [[]] : texts.map { [.whole(part, $0)] }
  }
}

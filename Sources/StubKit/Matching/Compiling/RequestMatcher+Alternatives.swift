/// What a matcher asks for, in terms that can be looked up.
extension RequestMatcher.Expression {
  /// Sets of comparisons, of which all in at least one set hold for every request that is meant.
  ///
  /// A disjunction adds up the sets of its parts, a conjunction pairs them. An empty set holds
  /// always; no set at all means that no request can be meant. Where there would be more than
  /// `limit` sets, something is left out, so that fewer of them ask for less.
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
      // By De Morgan the negation of one is the other.
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
    // What leaves no choice, which is nearly everything, goes into every set.
    var common: [RequestComparison] = []
    var choices: [[[RequestComparison]]] = []
    for part in parts {
      // At hand for nearly every part: sets of sets would be made for it otherwise.
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
    // The parts with the fewest sets first, so that it is the widest that is left out.
    for sets in choices.sorted(by: { $0.count < $1.count }) {
      guard product.count * sets.count <= limit else { break }
      product = product.flatMap { left in sets.map { left + $0 } }
    }
    return product
  }

  private var isConjunction: Bool {
    if case .all = self { true } else { false }
  }
}

extension Criterion {
  /// The comparisons as sets: one for each text where there is a choice of them.
  fileprivate func alternatives(limit: Int) -> [[RequestComparison]] {
    guard let comparison else { return [[]] }
    guard case .oneOf(let part, let texts) = comparison else { return [[comparison]] }
    return texts.count > limit ? [[]] : texts.map { [.whole(part, $0)] }
  }
}

/// What a matcher asks for, in terms that can be looked up.
extension RequestMatcher.Expression {
  /// Sets of requirements of which every request that is meant has at least one whole set.
  ///
  /// A disjunction adds up the sets of its parts, a conjunction pairs them. An empty set asks for
  /// nothing; no set at all means that no request can be meant. Where there would be more than
  /// `limit` sets, something is left out, so that fewer of them ask for less.
  func alternatives(limit: Int = 16) -> [[Requirement]] {
    alternatives(limit: limit, negated: false)
  }

  private func alternatives(limit: Int, negated: Bool) -> [[Requirement]] {
    switch self {
    case .criterion(let criterion):
      return negated ? [[]] : criterion.alternatives(limit: limit)
    case .not(let part):
      return part.alternatives(limit: limit, negated: !negated)
    case .all(let parts), .any(let parts):
      // By De Morgan the negation of one is the other.
      return isConjunction != negated
        ? Self.paired(parts, limit: limit, negated: negated)
        : Self.addedUp(parts.map { $0.alternatives(limit: limit, negated: negated) }, limit: limit)
    }
  }

  private static func addedUp(_ sets: [[[Requirement]]], limit: Int) -> [[Requirement]] {
    let sum = sets.flatMap(\.self)
    return sum.count > limit || sum.contains(where: \.isEmpty) ? [[]] : sum
  }

  private static func paired(_ parts: [Self], limit: Int, negated: Bool) -> [[Requirement]] {
    // What leaves no choice, which is nearly everything, goes into every set.
    var common: [Requirement] = []
    var choices: [[[Requirement]]] = []
    for part in parts {
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
  /// The requirements as sets: one for each method where there is a choice of them.
  fileprivate func alternatives(limit: Int) -> [[Requirement]] {
    let requirements = requirements
    guard case .method(let methods)? = requirements.first, methods.count != 1 else {
      return [requirements]
    }
    return methods.count > limit ? [[]] : methods.map { [.method([$0])] }
  }
}

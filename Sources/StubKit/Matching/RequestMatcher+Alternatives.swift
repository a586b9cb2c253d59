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
      let sets = parts.map { $0.alternatives(limit: limit, negated: negated) }
      // By De Morgan the negation of one is the other.
      return isConjunction != negated
        ? Self.paired(sets, limit: limit) : Self.addedUp(sets, limit: limit)
    }
  }

  private static func addedUp(_ sets: [[[Requirement]]], limit: Int) -> [[Requirement]] {
    let sum = sets.flatMap(\.self)
    return sum.count > limit || sum.contains(where: \.isEmpty) ? [[]] : sum
  }

  private static func paired(_ sets: [[[Requirement]]], limit: Int) -> [[Requirement]] {
    var product: [[Requirement]] = [[]]
    // The parts with the fewest sets first, so that it is the widest that is left out.
    for part in sets.sorted(by: { $0.count < $1.count }) {
      guard product.count * part.count <= limit else { break }
      product = product.flatMap { left in part.map { left + $0 } }
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
    guard case .method(let methods)? = requirements.first else { return [requirements] }
    return methods.count > limit ? [[]] : methods.map { [.method([$0])] }
  }
}

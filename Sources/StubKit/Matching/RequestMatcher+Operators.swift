extension RequestMatcher {
  /// Matches the requests that both matchers match.
  public static func && (lhs: RequestMatcher, rhs: RequestMatcher) -> RequestMatcher {
    RequestMatcher(
      .all(lhs.expression.conjuncts.followed(by: rhs.expression.conjuncts)),
      isMistaken: lhs.isMistaken || rhs.isMistaken
    )
  }

  /// Matches the requests that at least one of the matchers matches.
  public static func || (lhs: RequestMatcher, rhs: RequestMatcher) -> RequestMatcher {
    RequestMatcher(
      .any(lhs.expression.disjuncts.followed(by: rhs.expression.disjuncts)),
      isMistaken: lhs.isMistaken || rhs.isMistaken
    )
  }

  /// Matches the requests that the matcher does not match; none if there is a `mistake` in it.
  public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
    if case .not(let expression) = matcher.expression {
      return RequestMatcher(expression, isMistaken: matcher.isMistaken)
    }
    return RequestMatcher(.not(matcher.expression), isMistaken: matcher.isMistaken)
  }
}

extension RequestMatcher.Expression {
  /// The parts of a conjunction, or the expression itself as the only part.
  var conjuncts: [Self] {
    if case .all(let parts) = self { parts } else { [self] }
  }

  /// The same, with the parts of a call that stands for a conjunction.
  var allConjuncts: [Self] {
    switch self {
    case .all(let parts): parts.flatMap(\.allConjuncts)
    case .call(_, let part): part.allConjuncts
    case .criterion, .any, .not: [self]
    }
  }

  /// The parts of a disjunction, or the expression itself as the only part.
  var disjuncts: [Self] {
    if case .any(let parts) = self { parts } else { [self] }
  }
}

extension [RequestMatcher.Expression] {
  /// Joins two arrays without spare capacity: the result lives as long as the stub, and never grows.
  fileprivate func followed(by others: Self) -> Self {
    var all: Self = []
    all.reserveCapacity(count + others.count)
    all += self
    all += others
    return all
  }
}

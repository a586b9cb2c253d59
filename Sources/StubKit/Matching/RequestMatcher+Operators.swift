extension RequestMatcher {
  /// Matches the requests that both matchers match.
  public static func && (lhs: RequestMatcher, rhs: RequestMatcher) -> RequestMatcher {
    RequestMatcher(
      .all(lhs.expression.conjuncts + rhs.expression.conjuncts), mistake: lhs.mistake ?? rhs.mistake
    )
  }

  /// Matches the requests that at least one of the matchers matches.
  public static func || (lhs: RequestMatcher, rhs: RequestMatcher) -> RequestMatcher {
    RequestMatcher(
      .any(lhs.expression.disjuncts + rhs.expression.disjuncts), mistake: lhs.mistake ?? rhs.mistake
    )
  }

  /// Matches the requests that the matcher does not match; none if there is a `mistake` in it.
  public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
    if case .not(let expression) = matcher.expression {
      return RequestMatcher(expression, mistake: matcher.mistake)
    }
    return RequestMatcher(.not(matcher.expression), mistake: matcher.mistake)
  }
}

extension RequestMatcher.Expression {
  /// The parts of a conjunction, or the expression itself as the only part.
  var conjuncts: [Self] {
    if case .all(let parts) = self { parts } else { [self] }
  }

  /// The parts of a disjunction, or the expression itself as the only part.
  var disjuncts: [Self] {
    if case .any(let parts) = self { parts } else { [self] }
  }
}

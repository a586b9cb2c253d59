extension RequestMatcher {
  /// Wraps the criterion that `parse` makes, or the mistake that keeps it from being made.
  init(parsing parse: () throws(MatcherMistake) -> any Criterion) {
    do throws(MatcherMistake) {
      self.init(try parse())
    } catch {
      self.init(MistakenCriterion(error))
    }
  }

  /// Whether the request meets the matcher, as far as can be told; a mistaken one matches nothing.
  func verdict(on probe: RequestProbe) -> Verdict {
    mistake == nil ? expression.verdict(on: probe) : .no
  }
}

extension RequestMatcher.Expression {
  /// The sentence of the first mistake in the expression, if there is one.
  var mistake: String? {
    switch self {
    case .criterion(let criterion): criterion.mistake
    case .all(let parts), .any(let parts): parts.lazy.compactMap(\.mistake).first
    case .not(let part), .call(_, let part): part.mistake
    }
  }
}

extension RequestMatcher {
  /// Wraps the criterion that `parse` makes, or the mistake that it throws.
  init(parsing parse: () throws(MatcherMistake) -> any Criterion) {
    do throws(MatcherMistake) {
      self.init(try parse())
    } catch {
      self.init(MistakenCriterion(error))
    }
  }

  /// Whether the request meets the matcher, as far as is known; a mistaken matcher matches nothing.
  func verdict(on probe: RequestProbe) -> Verdict {
    mistake == nil ? expression.verdict(on: probe) : .no
  }
}

extension RequestMatcher.Expression {
  /// The first mistake in the expression; nil if there is none.
  var mistake: String? {
    switch self {
    case .criterion(let criterion): criterion.mistake
    case .all(let parts), .any(let parts): parts.lazy.compactMap(\.mistake).first
    case .not(let part), .call(_, let part): part.mistake
    }
  }
}

extension RequestMatcher {
  /// Evaluates every part against a request, with what was found in each place.
  public func evaluate(_ request: StubRequest) -> MatchResult {
    RequestProbe.examining(request.urlRequest, body: .seen(request.body), sight: .full) { probe in
      MatchResult(
        isMatch: expression.verdict(on: probe) == .yes,
        nodes: expression.conjuncts.map { $0.node(for: probe) })
    }
  }
}

extension RequestMatcher.Expression {
  /// The result of the expression as a tree of the same shape.
  fileprivate func node(for probe: RequestProbe, negated: Bool = false) -> MatchResult.Node {
    switch self {
    case .criterion(let criterion):
      let verdict = criterion.verdict(on: probe)
      return .leaf(
        MatchResult.Leaf(
          expression: (negated ? "!" : "") + criterion.description,
          isMatch: (negated ? !verdict : verdict) == .yes,
          found: criterion.finding(in: probe)))
    case .not(let part):
      return part.node(for: probe, negated: !negated)
    case .all(let parts):
      return group(negated ? "not all of" : "all of", parts, probe, negated: negated)
    case .any(let parts):
      return group(negated ? "none of" : "any of", parts, probe, negated: negated)
    }
  }

  private func group(
    _ title: String, _ parts: [Self], _ probe: RequestProbe, negated: Bool
  ) -> MatchResult.Node {
    let verdict = verdict(on: probe)
    return .group(
      title, isMatch: (negated ? !verdict : verdict) == .yes, parts.map { $0.node(for: probe) })
  }
}

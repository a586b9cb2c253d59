extension RequestMatcher {
  /// Evaluates every part against a request, with a finding for each.
  ///
  /// Each closure in the matcher runs once. A secret in the request is shown as `REDACTED`, unless
  /// the matcher asks for it.
  public func evaluate(_ request: StubRequest) -> MatchResult {
    evaluate(request, shownAs: Discretion.here.shown(request, beside: description))
  }

  /// `shown` is the redacted request; nil if it has no secrets.
  func evaluate(_ request: StubRequest, shownAs shown: StubRequest?) -> MatchResult {
    result(for: request, at: .full, shownAs: shown) { _, _ in true }
  }

  /// The outermost parts that a request does not meet; no closure runs.
  func misses(of request: StubRequest) -> MatchResult {
    let shown = Discretion.here.shown(request, beside: description)
    return result(for: request, at: .quiet, shownAs: shown) { $0.verdict(on: $1) == .no }
  }

  private func result(
    for request: StubRequest, at sight: RequestProbe.Sight, shownAs shown: StubRequest?,
    where isTold: (Expression, RequestProbe) -> Bool
  ) -> MatchResult {
    request.examine(at: sight) { probe in
      let parts = expression.conjuncts.filter { isTold($0, probe) }
      func result(shownAs shown: RequestProbe?) -> MatchResult {
        let nodes = parts.map { $0.node(for: probe, shownAs: shown) }
        return MatchResult(isMatch: !isMistaken && nodes.allSatisfy(\.isMatch), nodes: nodes)
      }
      return shown.map { $0.examine { result(shownAs: $0) } } ?? result(shownAs: nil)
    }
  }
}

extension RequestMatcher.Expression {
  fileprivate func node(
    for probe: RequestProbe, shownAs shown: RequestProbe?, negated: Bool = false
  ) -> MatchResult.Node {
    switch self {
    case .criterion(let criterion):
      let verdict = criterion.verdict(on: probe)
      // An unknown verdict is no match, also under a negation.
      let isMatch = criterion.mistake == nil && verdict == (negated ? .no : .yes)
      let isMiss = !isMatch && (!negated || verdict == .open)
      let findings = verdict == .yes ? nil : criterion.findings(in: shown ?? probe, of: probe)
      return .leaf(
        MatchResult.Leaf(
          expression: ((negated ? "!" : "") + criterion.description).withVisibleControls,
          isMatch: isMatch,
          found: criterion.finding(in: probe, shownAs: shown, as: findings).withVisibleControls,
          findings: findings,
          difference: isMiss
            ? criterion.difference(in: probe, shownAs: shown)?.withVisibleControls : nil,
          hint: isMatch
            ? nil : criterion.hint(in: isMiss ? shown ?? probe : nil)?.withVisibleControls))
    case .call(let text, let part):
      let nodes = part.conjuncts.map { $0.node(for: probe, shownAs: shown) }
      let isMatch =
        mistake == nil && (negated ? verdict(on: probe) == .no : nodes.allSatisfy(\.isMatch))
      return .leaf(
        MatchResult.Leaf(
          expression: ((negated ? "!" : "") + text).withVisibleControls, isMatch: isMatch,
          isNegated: negated,
          parts: nodes.filter { $0.isMatch == negated || isMatch }.flatMap(\.leaves)))
    case .not(let part):
      return part.node(for: probe, shownAs: shown, negated: !negated)
    case .all(let parts), .any(let parts):
      let nodes = parts.map { $0.node(for: probe, shownAs: shown) }
      let isMet = isConjunction ? nodes.allSatisfy(\.isMatch) : nodes.contains(where: \.isMatch)
      let (title, opposite) = isConjunction ? ("all of", "not all of") : ("any of", "none of")
      return .group(
        negated ? opposite : title,
        isMatch: mistake == nil && (negated ? verdict(on: probe) == .no : isMet), nodes)
    }
  }
}

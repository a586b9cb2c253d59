/// A matcher made flat, for deciding under a lock.
///
/// What a conjunction asks of the parts of a request that are compared in place stands in an array
/// and is walked in order; whatever else it asks comes after it. It gives the same verdicts as the
/// expression, except that it runs no closures: it is for the sights at which none may run.
struct CompiledMatcher: Sendable {
  private let checks: [Requirement]
  private let rest: [RequestMatcher.Expression]

  /// Takes an expression apart.
  init(_ expression: RequestMatcher.Expression) {
    var checks: [Requirement] = []
    var rest: [RequestMatcher.Expression] = []
    for part in expression.conjuncts {
      if case .criterion(let criterion) = part, criterion.requirementsSuffice {
        checks += criterion.requirements
      } else {
        rest.append(part)
      }
    }
    self.checks = checks
    self.rest = rest
  }

  /// Whether the request meets the matcher, as far as can be told.
  func verdict(on probe: borrowing RequestProbe) -> Verdict {
    var verdict = Verdict.yes
    for check in checks {
      switch check.verdict(on: probe) {
      case .no: return .no
      case .open: verdict = .open
      case .yes: continue
      }
    }
    for part in rest {
      switch part.verdict(on: probe) {
      case .no: return .no
      case .open: verdict = .open
      case .yes: continue
      }
    }
    return verdict
  }
}

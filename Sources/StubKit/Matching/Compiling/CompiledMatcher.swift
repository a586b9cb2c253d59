/// A matcher made flat, for deciding under a lock.
///
/// What a conjunction asks of the parts of a request that are compared in place is a program of
/// bytes; whatever else it asks comes after it. It gives the verdicts of the expression.
struct CompiledMatcher: Sendable {
  private let program: ByteProgram
  private let rest: [RequestMatcher.Expression]
  /// What is asked instead where the request's URL holds escapes.
  private let expression: RequestMatcher.Expression

  /// Takes an expression apart.
  init(_ expression: RequestMatcher.Expression) {
    self.expression = expression
    var program = ByteProgram()
    var rest: [RequestMatcher.Expression] = []
    for part in expression.conjuncts {
      if case .criterion(let criterion) = part, criterion.requirementsSuffice,
        program.append(criterion.requirements)
      {
        continue
      }
      rest.append(part)
    }
    self.program = program
    self.rest = rest
  }

  /// Whether the request meets the matcher, as far as can be told.
  @inline(__always)
  func verdict(on probe: borrowing RequestProbe) -> Verdict {
    if probe.url.isEncoded { return expression.verdict(on: probe) }
    let verdict = program.verdict(on: probe)
    return verdict == .no || rest.isEmpty ? verdict : verdictOfRest(on: probe, atMost: verdict)
  }

  private func verdictOfRest(
    on probe: borrowing RequestProbe, atMost limit: Verdict
  ) -> Verdict {
    var verdict = limit
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

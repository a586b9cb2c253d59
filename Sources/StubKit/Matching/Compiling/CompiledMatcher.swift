/// A matcher in a flat form, for decisions under a lock.
///
/// The comparisons of a conjunction lie one behind the other; the other criteria come after them. The
/// verdicts are those of the expression.
struct CompiledMatcher: Sendable {
  /// Filled before anything else sees them, and never changed.
  nonisolated(unsafe) private let comparisons: FlatComparisons
  private let rest: [RequestMatcher.Expression]

  init(_ expression: RequestMatcher.Expression) {
    var comparisons: [RequestComparison] = []
    var rest: [RequestMatcher.Expression] = []
    for part in expression.allConjuncts {
      if case .criterion(let criterion) = part, criterion.isExact,
        let comparison = criterion.comparison, comparison.isFlat
      {
        comparisons.append(comparison)
      } else {
        rest.append(part)
      }
    }
    self.comparisons = .laying(comparisons)
    self.rest = rest
  }

  /// The comparisons, if there is nothing else to evaluate; valid while the matcher exists.
  var wholeAddress: FlatComparisons.Address? { rest.isEmpty ? comparisons.address : nil }

  @inline(__always)
  func verdict(on probe: borrowing RequestProbe) -> Verdict {
    let verdict = FlatComparisons.verdict(at: comparisons.address, on: probe)
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

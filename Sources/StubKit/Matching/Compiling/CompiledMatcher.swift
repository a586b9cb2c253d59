/// A matcher made flat, for deciding under a lock.
///
/// The comparisons of a conjunction stand one behind the other, with no criteria to go through and
/// no calls to look up; whatever else the matcher asks comes after them. It gives the verdicts of
/// the expression.
struct CompiledMatcher: Sendable {
  /// Laid before anybody else has them, and never changed.
  nonisolated(unsafe) private let comparisons: FlatComparisons
  private let rest: [RequestMatcher.Expression]

  /// Takes an expression apart.
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

  /// Where the comparisons stand, if they are all that is asked; for as long as the matcher exists.
  var wholeAddress: FlatComparisons.Address? { rest.isEmpty ? comparisons.address : nil }

  /// Whether the request meets the matcher, as far as can be told.
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

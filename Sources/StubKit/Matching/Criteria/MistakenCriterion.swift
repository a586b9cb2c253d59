/// Replaces a criterion that cannot mean anything; no request meets it.
struct MistakenCriterion: Criterion {
  let found: MatcherMistake

  init(_ mistake: MatcherMistake) {
    found = mistake
  }

  var mistake: String? { found.description }

  func condition(on probe: RequestProbe) -> Verdict { .no }
  func finding(in probe: RequestProbe) -> String { found.reason }
  var description: String { found.call }
}

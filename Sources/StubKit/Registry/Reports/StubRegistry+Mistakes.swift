extension StubRegistry {
  func tellMistake(in policy: UnmatchedPolicy) {
    if let issue = StubIssue(aboutMistakeOf: policy) { tell(issue) }
  }

  /// Notes that the mistake in an inherited policy has been told, if it has.
  func noteMistake(inheritedFrom surrounding: StubRegistry) {
    guard let issue = StubIssue(aboutMistakeOf: unmatched),
      surrounding.state.withLock({ $0.reporting.hasTold(issue) })
    else { return }
    state.withLock { $0.reporting.takeOver(issue) }
  }

  /// The mistaken conditions of this registry, because of which it lets nothing out.
  var mistakes: [StubIssue] {
    let (stubs, policy, reporting) = state.withLock {
      ($0.mistaken, $0.settings.unmatched, $0.reporting)
    }
    let issues =
      [StubIssue(aboutMistakeOf: policy)].compactMap(\.self)
      + stubs.compactMap(StubIssue.init(aboutMistakeOf:))
    return issues.map { issue in
      var issue = issue
      issue.isTold = reporting.hasTold(issue)
      return issue
    }
  }
}

extension StubRegistry {
  /// The issues of this registry, each once, however often it occurred.
  package var issues: [StubIssue] {
    let (failures, reporting, lost) = state.withLock { ($0.log.failures, $0.reporting, $0.lost) }
    let ofLost = self.issues(about: lost)
    var issues =
      mistakes + miscounts + saying { failures.map { $0.told?.issue ?? StubIssue(about: $0) } }
    issues += ofLost.issues.filter { !$0.kind.isWarning }
    for position in issues.indices { issues[position].isTold = reporting.hasTold(issues[position]) }
    var explained = ofLost.explained
    for case let stub? in issues.map(\.meant) { explained[stub, default: 0] += 1 }
    return Self.counted(issues) + issuesAboutCounts(includingTold: true, explained: explained)
  }

  private static func counted(_ all: [StubIssue]) -> [StubIssue] {
    var issues: [(issue: StubIssue, count: Int)] = []
    var positions: [String: Int] = [:]
    for issue in all {
      if let position = positions[issue.text] {
        issues[position].count += 1
      } else {
        positions[issue.text] = issues.count
        issues.append((issue, 1))
      }
    }
    return issues.map { $0.issue.repeated($0.count) }
  }
}

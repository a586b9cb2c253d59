extension StubRegistry {
  /// What is wrong with what was asked of this registry: each thing once, however often it occurred.
  package var issues: [StubIssue] {
    let failures = state.withLock { $0.log.failures }
    return Self.counted(mistakes + failures.map { StubIssue(about: $0.under(secrecy)) })
      + issuesAboutUnused
  }

  /// Each issue once, with how often it occurred.
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

  /// The stubs that were never claimed, with what the log tells of the reason.
  var issuesAboutUnused: [StubIssue] {
    let unused = unusedStubs
    guard !unused.isEmpty else { return [] }
    let shadows = StubShadows(over: unused, in: exchanges)
    return unused.map {
      StubIssue(about: $0, remarks: [shadows.remark(on: $0), $0.remarkOnStray])
    }
  }
}

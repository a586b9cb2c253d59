import Foundation

extension StubIssue {
  /// Who hears of an issue as soon as it is known: the test that the current task belongs to.
  @TaskLocal package static var listener: (@Sendable (StubIssue) -> Void)?
}

extension StubRegistry {
  /// Tells the current test of a mistake, or writes it to standard error where there is no test.
  func tell(_ mistake: StubIssue) {
    guard let listener = StubIssue.listener else {
      return FileHandle.standardError.write(Data("StubKit: \(mistake.text)\n".utf8))
    }
    state.withLock { $0.noteTold(mistake) }
    listener(mistake)
  }

  /// Tells of a policy with a mistake, if it has one.
  func tellMistake(in policy: UnmatchedPolicy) {
    if let issue = StubIssue(aboutMistakeOf: policy) { tell(issue) }
  }

  /// What is wrong with the conditions that this registry was given: it lets nothing out.
  var mistakes: [StubIssue] {
    let (stubs, policy) = state.withLock { ($0.mistaken, $0.settings.unmatched) }
    return [StubIssue(aboutMistakeOf: policy)].compactMap(\.self)
      + stubs.compactMap(StubIssue.init(aboutMistakeOf:))
  }
}

/// Tells of issues as they happen.
extension StubRegistry {
  /// Tells the test of an issue at once, each issue only once, and returns the result.
  ///
  /// It runs a user's code (what a test expects, and how it looks at issues): never call it under a lock.
  ///
  /// A registry without a scope tells the test of the calling task, but only of mistakes. Other issues of
  /// its requests are for its owner to ask for, by `verify()`.
  ///
  /// - Parameter reporter: The reporter of the request, if that is known.
  @discardableResult
  package func report(
    _ issue: StubIssue, to reporter: IssueReporter? = nil
  ) -> IssueReporter.Reception {
    let (ours, place) = state.withLock { ($0.reporting.reporter, $0.reporting.place) }
    guard let reporter = reporter ?? ours ?? Self.reporterAround else { return .nobody }
    if let known = state.withLock({ $0.reporting.begin(issue, to: reporter) }) { return known }
    let reception = reporter(issue.placed(at: place))
    let others = state.withLock { $0.reporting.end(issue, as: reception) }
    if reception != .failed {
      for other in others { report(other.issue, to: other.reporter) }
    }
    return reception
  }

  /// Tells the test of an issue at once, or standard error where there is no test.
  package func tell(_ issue: StubIssue) {
    guard report(issue) == .nobody else { return }
    issue.writeToStandardError()
  }

  /// Tells of parts that were left out of a file, or of its other oddities.
  package func tell(remarks: [String], on file: String, at location: StubLocation?) {
    let limit = 20
    let others = remarks.count - limit
    for remark in remarks.prefix(limit) + (others > 0 ? ["… and \(others) more remarks"] : []) {
      let text = "\(file): \(remark)".withVisibleControls
      tell(StubIssue(kind: .remark, text: text, location: location))
    }
  }

  /// The reporter of the scope around the calling code.
  private static var reporterAround: IssueReporter? {
    scoped?.state.withLock(\.reporting.reporter)
  }

  /// Sets the reporter, also for scopes that begin within this one.
  package func reportIssues(to reporter: IssueReporter?) {
    setReporter(reporter)
    // A policy may have been set before there was a reporter.
    if reporter != nil { for mistake in mistakes + miscounts { report(mistake) } }
  }

  /// Sets the reporter without telling earlier issues.
  func setReporter(_ reporter: IssueReporter?) {
    if reporter != nil { ProcessUse.note(.reporters) }
    let before = state.withLock { state in
      defer { state.reporting = Reporting(to: reporter) }
      return state.reporting
    }
    // The old reporter's objects end after the lock has been released.
    withExtendedLifetime(before) {}
  }

  /// Returns a reporter for a request that is made at this call; nil without a test.
  ///
  /// To be called in the caller's context, and passed to `report` with the result of `conclude`. Keep it
  /// with the request only: it keeps the registry.
  func reporterForRequest() -> IssueReporter? {
    reporter?.here ?? RunningTest.reporterForRequest
  }

  package var reporter: IssueReporter? {
    ProcessUse.soFar.contains(.reporters) ? state.withLock(\.reporting.reporter) : nil
  }

  var hasReporter: Bool {
    ProcessUse.soFar.contains(.reporters) && state.withLock { $0.reporting.reporter != nil }
  }

  /// Notes where a scope begins, for its issues without a place of their own.
  package func place(at location: StubLocation) {
    state.withLock { $0.reporting.place = location }
  }

  /// Where the newest stub was registered, even if it can answer no more.
  package var lastStubLocation: StubLocation? {
    state.withLock { state in
      (state.index.stubs + state.usedUp).max { $0.rank.number < $1.rank.number }?.location
    }
  }
}

/// Telling of issues as soon as they happen.
extension StubRegistry {
  /// Tells the test of an issue at once, each only once, and returns what became of it.
  ///
  /// It runs what a user wrote (what a test expects, and how it looks at issues): never call it under
  /// a lock.
  ///
  /// A registry that is nobody's scope tells the test in whose task this is called: of a mistake, that
  /// is. What becomes of its requests its owner has to ask, by `verify()`.
  ///
  /// - Parameter reporter: The one that the request was made for, if that is known better.
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

  /// Tells of what was left out of a file, or otherwise odd about it.
  package func tell(remarks: [String], on file: String, at location: StubLocation?) {
    // Nobody reads more.
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

  /// Tells somebody of issues from now on, also of those in scopes that begin within this one.
  package func reportIssues(to reporter: IssueReporter?) {
    setReporter(reporter)
    // A policy comes before anybody can be told of it.
    if reporter != nil { for mistake in mistakes + miscounts { report(mistake) } }
  }

  /// The same, without telling what is wrong already.
  func setReporter(_ reporter: IssueReporter?) {
    if reporter != nil { ProcessUse.note(.reporters) }
    let before = state.withLock { state in
      defer { state.reporting = Reporting(to: reporter) }
      return state.reporting
    }
    // What a reporter holds ends after the lock has been released.
    withExtendedLifetime(before) {}
  }

  /// A reporter for a request that is made where this is called; nil if no test has to do with it.
  ///
  /// To be asked for in the caller's context, and to be handed to `report` with what `conclude`
  /// returns. Keep it with the request only: it keeps the registry.
  func reporterForRequest() -> IssueReporter? {
    reporter?.here ?? RunningTest.reporterForRequest
  }

  /// The one that is told of issues; nil if nobody wants to hear.
  package var reporter: IssueReporter? {
    ProcessUse.soFar.contains(.reporters) ? state.withLock(\.reporting.reporter) : nil
  }

  /// Whether anybody wants to hear of issues.
  var hasReporter: Bool {
    ProcessUse.soFar.contains(.reporters) && state.withLock { $0.reporting.reporter != nil }
  }

  /// Notes where a scope begins, for the issues in it that have no place of their own.
  package func place(at location: StubLocation) {
    state.withLock { $0.reporting.place = location }
  }

  /// Where the newest stub was registered, also if it can answer no more; nil if there was none.
  package var lastStubLocation: StubLocation? {
    state.withLock { state in
      (state.index.stubs + state.usedUp).max { $0.rank.number < $1.rank.number }?.location
    }
  }
}

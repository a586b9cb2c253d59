struct Reporting {
  private static let limit = 100

  var reporter: IssueReporter?
  /// Where the scope begins, for issues without a place of their own.
  var place: StubLocation?
  /// The texts of the issues that were told and failed the test.
  private var told: Set<String> = []
  /// The texts of the warnings that were told, which fail no test.
  private var warnings: Set<String> = []
  /// Other finders of an issue that a thread is telling; they tell it, too, if that does not fail the test.
  private var waiting: [String: [Waiting]] = [:]
  /// For each stub, by the number of its rank, how many failed requests came close to it.
  private(set) var explained: [UInt64: Int] = [:]

  var hasThrownCounts = false

  typealias Waiting = (issue: StubIssue, reporter: IssueReporter)

  init(to reporter: IssueReporter? = nil, at place: StubLocation? = nil) {
    self.reporter = reporter
    self.place = place
  }

  var hasFailures: Bool { !told.isEmpty }

  func hasTold(_ text: String) -> Bool { told.contains(text) }

  /// Marks the issues that the test has been told of.
  func marking(_ issues: [StubIssue]) -> [StubIssue] {
    issues.map { issue in
      var issue = issue
      issue.isTold = hasTold(issue.text)
      return issue
    }
  }

  /// Notes that an issue is being told; returns a result instead if the issue is not to be told again.
  mutating func begin(
    _ issue: StubIssue, to reporter: IssueReporter
  ) -> IssueReporter.Reception? {
    if issue.kind.isWarning {
      let isNew = warnings.count < Self.limit && warnings.insert(issue.text).inserted
      return isNew ? nil : warnings.contains(issue.text) ? .heard : .dropped
    }
    if told.count < Self.limit, told.insert(issue.text).inserted {
      waiting[issue.text] = waiting[issue.text] ?? []
      return nil
    }
    guard hasTold(issue.text) else { return .dropped }
    waiting[issue.text]?.append((issue, reporter))
    noteFailure(issue)
    return .failed
  }

  /// Notes the result, and returns the waiting finders: a test may expect the issue at one place only.
  mutating func end(_ issue: StubIssue, as reception: IssueReporter.Reception) -> [Waiting] {
    guard !issue.kind.isWarning else { return [] }
    if reception == .failed { noteFailure(issue) } else { told.remove(issue.text) }
    return waiting.removeValue(forKey: issue.text) ?? []
  }

  /// Notes a failure, which also explains why a stub was not asked.
  private mutating func noteFailure(_ issue: StubIssue) {
    if let stub = issue.meant { explained[stub, default: 0] += 1 }
  }

  /// Notes that a test has failed for an issue of the surrounding scope.
  mutating func takeOver(_ issue: StubIssue) { told.insert(issue.text) }

  mutating func forget() { (told, warnings, explained, hasThrownCounts) = ([], [], [:], false) }
}

extension StubRegistry {
  /// Tells the test of an issue at once, each issue only once, and returns the result.
  ///
  /// It runs a user's code, such as the matcher of a known issue: never call it under a lock.
  ///
  /// A registry without a scope tells the test of the calling task only what does not come from a
  /// request, such as a mistake; its owner asks for the rest by `verify()`.
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

  /// Tells the test of an issue, if there is one, at once, or standard error where there is no test.
  package func tell(_ issue: StubIssue?) {
    guard let issue, report(issue) == .nobody else { return }
    issue.writeToStandardError()
  }

  /// Tells the test which parts of a file were left out, or what else is odd about the file.
  package func tell(remarks: [String], on file: String, at location: StubLocation?) {
    for remark in remarks.shortened(to: 20, { "… and \($0) more remarks" }) {
      let text = "\(file): \(remark)".withVisibleControls
      tell(StubIssue(kind: .remark, text: text, location: location))
    }
  }

  private static var reporterAround: IssueReporter? {
    scoped?.state.withLock { $0.reporting.reporter }
  }

  /// Sets the reporter, also for scopes that begin within this one.
  package func reportIssues(to reporter: IssueReporter?) {
    setReporter(reporter)
    // A policy may have been set before there was a reporter.
    if reporter != nil { for mistake in mistakes + miscounts { report(mistake) } }
  }

  func setReporter(_ reporter: IssueReporter?) {
    if reporter != nil { ProcessUse.note(.reporters) }
    state.replace(\.reporting, with: Reporting(to: reporter))
  }

  /// Returns a reporter for a request that is made at this call; nil without a test.
  ///
  /// Call it where the request is made, and pass the reporter to `report` with the result of `conclude`.
  /// Only the request may keep the reporter, since the reporter keeps the registry.
  package func reporterForRequest() -> IssueReporter? {
    reporter?.here ?? TestingLibrary.current.reporterForRequest()
  }

  package var reporter: IssueReporter? {
    ProcessUse.soFar.contains(.reporters) ? state.withLock { $0.reporting.reporter } : nil
  }

  var hasReporter: Bool {
    ProcessUse.soFar.contains(.reporters) && state.withLock { $0.reporting.reporter != nil }
  }

  package func place(at location: StubLocation) { state.withLock { $0.reporting.place = location } }

  /// Where the newest stub was registered, even if it can answer no more.
  package var lastStubLocation: StubLocation? {
    state.withLock { state in
      (state.index.stubs + state.usedUp).max { $0.rank.number < $1.rank.number }?.location
    }
  }
}

struct Reporting {
  private static let limit = 100

  var reporter: IssueReporter?
  /// Where the scope begins, for issues without a place of their own.
  var place: StubLocation?
  /// The texts of the issues that have failed the test, or are being told.
  private var told: Set<String> = []
  private var warnings: Set<String> = []
  /// Further reports of an issue that is being told; they follow unless the first fails the test.
  private var waiting: [String: [Waiting]] = [:]
  /// How many failed requests came close to a stub, by the number of its rank.
  private(set) var explained: [UInt64: Int] = [:]

  var hasThrownCounts = false

  typealias Waiting = (issue: StubIssue, reporter: IssueReporter)

  init(to reporter: IssueReporter? = nil) { self.reporter = reporter }

  var hasFailures: Bool { !told.isEmpty }

  func hasTold(_ text: String) -> Bool { told.contains(text) }

  func marking(_ issues: [StubIssue]) -> [StubIssue] {
    issues.map { issue in
      var issue = issue
      issue.isTold = hasTold(issue.text)
      return issue
    }
  }

  /// Notes the issue; nil if the caller must tell it now, or else the reception to return.
  mutating func begin(_ issue: StubIssue, to reporter: IssueReporter) -> IssueReporter.Reception? {
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

  /// Returns the waiting reports: a test may expect the issue in only one of their places.
  mutating func end(_ issue: StubIssue, as reception: IssueReporter.Reception) -> [Waiting] {
    guard !issue.kind.isWarning else { return [] }
    if reception == .failed { noteFailure(issue) } else { told.remove(issue.text) }
    return waiting.removeValue(forKey: issue.text) ?? []
  }

  private mutating func noteFailure(_ issue: StubIssue) {
    if let stub = issue.meant { explained[stub, default: 0] += 1 }
  }

  mutating func forget() { (told, warnings, explained, hasThrownCounts) = ([], [], [:], false) }
}

extension StubRegistry {
  /// Tells the test of an issue at once, each issue only once, and returns the result.
  ///
  /// It runs a user's code, such as the matcher of a known issue: never call it under a lock.
  ///
  /// For a registry outside of scopes, the test of the calling task is told only of issues that
  /// come from no request, such as a mistake; `verify()` has the others.
  @discardableResult
  package func report(
    _ issue: StubIssue, to reporter: IssueReporter? = nil
  ) -> IssueReporter.Reception {
    let (ours, place) = state.withLock { ($0.reporting.reporter, $0.reporting.place) }
    guard let reporter = reporter ?? ours ?? Self.scoped?.reporter else { return .nobody }
    if let known = state.withLock({ $0.reporting.begin(issue, to: reporter) }) { return known }
    let reception = reporter(issue.placed(at: place))
    let others = state.withLock { $0.reporting.end(issue, as: reception) }
    if reception != .failed {
      for other in others { report(other.issue, to: other.reporter) }
    }
    return reception
  }

  package func tell(_ issue: StubIssue?) {
    guard let issue, report(issue) == .nobody else { return }
    issue.writeToStandardError()
  }

  /// Scopes that begin within this one inherit the reporter.
  package func reportIssues(to reporter: IssueReporter?) {
    setReporter(reporter)
    // Mistakes may have been made before there was a reporter.
    if reporter != nil { for mistake in mistakes + miscounts { report(mistake) } }
  }

  func setReporter(_ reporter: IssueReporter?) {
    if reporter != nil { ProcessUse.note(.reporters) }
    state.replace(\.reporting, with: Reporting(to: reporter))
  }

  /// Returns a reporter for a request made here; nil if neither a test nor a closure makes it.
  ///
  /// Only the request may keep the reporter, since the reporter keeps the registry.
  package func reporterForRequest() -> IssueReporter? {
    let reporter = reporter?.here ?? TestingLibrary.known?.reporterForRequest()
    return ProcessUse.soFar.contains(.closures) ? reporter.withinClosures : reporter
  }

  package var reporter: IssueReporter? {
    ProcessUse.soFar.contains(.reporters) ? state.withLock { $0.reporting.reporter } : nil
  }

  package func place(at location: StubLocation) { state.withLock { $0.reporting.place = location } }

  package var lastStubLocation: StubLocation? { state.withLock(\.lastPlace) }
}

/// What a testing library knows of the running test; `StubKitTesting` registers when loaded.
package struct TestingLibrary: Sendable {
  package typealias PerformScenario =
    @Sendable (
      _ scenario: any WatchedScenario, _ operation: @Sendable () async throws -> Void
    ) async throws -> Void

  /// Makes the reporter of an outermost scope that begins here; nil without a running test.
  package var reporterForScope: @Sendable () -> IssueReporter? = { nil }
  /// Makes a reporter for a request from here if its registry has none; nil without a running test.
  ///
  /// It tells nothing, but lets the request's closures belong to the test.
  package var reporterForRequest: @Sendable () -> IssueReporter? = { nil }
  /// Whether a test that throws the error here was skipped or cancelled.
  package var isSkip: @Sendable (any Error) -> Bool = { _ in false }
  /// Runs the operation, whose failed assertions a testing library passes to the scenario.
  package var performScenario: PerformScenario = { _, operation in try await operation() }

  private static let registered = Locked(TestingLibrary())

  package init() {}

  package static func know(_ library: TestingLibrary) {
    registered.withLock { $0 = library }
    ProcessUse.note(.tests)
  }

  package static var current: TestingLibrary { known ?? TestingLibrary() }

  /// Nil if no testing library has registered; making an empty one for each request would take time.
  static var known: TestingLibrary? {
    ProcessUse.soFar.contains(.tests) ? registered.withLock(\.self) : nil
  }
}

import StubKit
import Testing

/// Records the issues of one test case as they happen, until it is over or cancelled.
final class IssueRecorder: Sendable {
  private let test: Test
  private let unused: UnusedStubs
  /// Whether the recorder belongs to a scope in a test without a registry of its own.
  private let isOfScope: Bool
  private let state = Locked((isOver: false, failures: [StubIssue]()))

  init(for test: Test, unused: UnusedStubs, isOfScope: Bool = false) {
    self.test = test
    self.unused = unused
    self.isOfScope = isOfScope
  }

  /// Records issues and runs closures in the surroundings of this call.
  var reporter: IssueReporter {
    let surroundings = Surroundings()
    return IssueReporter {
      self.record($0, in: surroundings)
    } capturing: {
      // Without a current test, the scope's own surroundings are used.
      Test.current == nil ? nil : self.reporter
    } performing: {
      surroundings.perform($0)
    }
  }

  func end() {
    state.withLock { $0.isOver = true }
  }

  func hasRecorded(_ error: any Error) -> Bool {
    let failures = state.withLock { $0.failures }
    return (error as? StubVerificationError)?.isTold ?? failures.contains { $0.isSaid(by: error) }
  }

  private func record(
    _ issue: StubIssue, in surroundings: Surroundings
  ) -> IssueReporter.Reception {
    guard !isOfScope || issue.kind.isForScopes else { return .nobody }
    guard let severity = issue.severity(unused: unused) else { return .dropped }
    // Once over or cancelled, the test hears only of a clock that stood still or never stopped,
    // which may be why the test timed out.
    guard issue.kind == .standing || !state.withLock({ $0.isOver }) else {
      issue.writeAsLate(for: "\(test.name) at \(StubLocation(test.sourceLocation))")
      return .dropped
    }
    let place = issue.sourceLocation ?? test.sourceLocation
    if Test.current?.id == test.id {
      // Recorded right here: in the test's own task, a `withKnownIssue` may surround this code.
      record(issue, as: severity, at: place)
    } else {
      surroundings.perform { self.record(issue, as: severity, at: place) }
    }
    let failures = state.withLock { $0.failures }
    return failures.contains { $0.text == issue.text } ? .failed : .heard
  }

  private func record(
    _ issue: StubIssue, as severity: StubIssue.Severity, at place: SourceLocation
  ) {
    if issue.record(as: severity, at: place) { state.withLock { $0.failures.append(issue) } }
  }
}

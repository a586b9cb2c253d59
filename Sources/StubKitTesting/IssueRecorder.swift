import Foundation
import StubKit
import Testing

/// Records the issues of one test case as they happen, until it is over or cancelled.
final class IssueRecorder: @unchecked Sendable {
  // Unchecked: what changes is behind the lock.

  private let test: Test
  private let unused: UnusedStubs
  /// Whether it belongs to a scope in a test without a registry of its own.
  private let isOfScope: Bool
  private let lock = NSLock()
  private var isOver = false
  private var failures: [StubIssue] = []

  init(for test: Test, unused: UnusedStubs, isOfScope: Bool = false) {
    self.test = test
    self.unused = unused
    self.isOfScope = isOfScope
  }

  /// A reporter that records issues, and runs closures, at the place of this call.
  var reporter: IssueReporter {
    let surroundings = Surroundings()
    return IssueReporter {
      self.record($0, in: surroundings)
    } capturing: {
      // Without a test here, the surroundings of the scope tell the test.
      Test.current == nil ? nil : self.reporter
    } performing: {
      surroundings.perform($0)
    }
  }

  func end() {
    lock.withLock { isOver = true }
  }

  /// Whether an error says the same as an issue that has failed the test already.
  func hasRecorded(_ error: any Error) -> Bool {
    let failures = lock.withLock { self.failures }
    return (error as? StubVerificationError)?.isTold ?? failures.contains { $0.isSaid(by: error) }
  }

  private func record(
    _ issue: StubIssue, in surroundings: Surroundings
  ) -> IssueReporter.Reception {
    guard !isOfScope || issue.kind.isForScopes else { return .nobody }
    guard let severity = issue.severity(unused: unused) else { return .dropped }
    // After a cancel the test is told only the reason for it.
    guard issue.kind == .standing || !lock.withLock({ isOver }) else { return .dropped }
    let place = issue.sourceLocation ?? test.sourceLocation
    if Test.current?.id == test.id {
      // In the test's own code, known issues are visible from this place only.
      note(issue, isFailure: issue.record(as: severity, at: place))
    } else {
      surroundings.perform {
        self.note(issue, isFailure: issue.record(as: severity, at: place))
      }
    }
    return lock.withLock { failures.contains { $0.text == issue.text } } ? .failed : .heard
  }

  private func note(_ issue: StubIssue, isFailure: Bool) {
    guard isFailure else { return }
    lock.withLock { failures.append(issue) }
  }
}

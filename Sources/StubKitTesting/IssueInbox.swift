import Foundation
import StubKit

/// Issues that wait for the thread of their test, which is the only one that may record them.
final class IssueInbox: @unchecked Sendable {
  // Unchecked: the entries are behind the lock, and the test is asked for on its own thread only.

  /// The test, for its own thread.
  weak var test: StubbedTestCase?

  private let lock = NSLock()
  private var entries: [(issue: StubIssue, severity: StubIssue.Severity)] = []
  /// What fails the test, also if it has been recorded.
  private var failures: [StubIssue] = []

  func add(_ issue: StubIssue, _ severity: StubIssue.Severity) {
    lock.withLock {
      entries.append((issue, severity))
      if severity == .error { failures.append(issue) }
    }
  }

  /// Whether an error that prints like this says what fails the test already.
  func hasFailed(for text: String) -> Bool {
    lock.withLock { failures }.contains { $0.isSaid(in: text) }
  }

  /// The issues, oldest first, each handed out once.
  func takeAll() -> [(issue: StubIssue, severity: StubIssue.Severity)] {
    lock.withLock {
      defer { entries = [] }
      return entries
    }
  }
}

import Foundation
import StubKit

/// Issues that wait for the thread of their test, which is the only one that may record them.
final class IssueInbox: @unchecked Sendable {
  // Unchecked: the entries are behind the lock, and the test is asked for on its own thread only.

  /// The test, for its own thread.
  weak var test: StubbedTestCase?

  private let lock = NSLock()
  private var isOpen = false
  private var entries: [Entry] = []
  /// What fails the test, also if it has been recorded.
  private var failures: [StubIssue] = []

  typealias Entry = (issue: StubIssue, severity: StubIssue.Severity)

  /// Takes issues in from now on: the test begins.
  func open() {
    lock.withLock { (isOpen, entries, failures) = (true, [], []) }
  }

  /// Takes nothing in any more, and hands out the rest: a test that is over can record nothing.
  func close() -> [Entry] {
    lock.withLock {
      defer { (isOpen, entries) = (false, []) }
      return entries
    }
  }

  /// Whether the test is running.
  var isTaking: Bool { lock.withLock { isOpen } }

  /// Takes an issue in, and returns whether it did.
  func add(_ issue: StubIssue, _ severity: StubIssue.Severity) -> Bool {
    lock.withLock {
      guard isOpen else { return false }
      entries.append((issue, severity))
      if severity == .error { failures.append(issue) }
      return true
    }
  }

  /// Whether an error that prints like this says what fails the test already.
  func hasFailed(for text: String) -> Bool {
    lock.withLock { failures }.contains { $0.isSaid(in: text) }
  }

  /// The issues, oldest first, each handed out once.
  func takeAll() -> [Entry] {
    lock.withLock {
      defer { entries = [] }
      return entries
    }
  }
}

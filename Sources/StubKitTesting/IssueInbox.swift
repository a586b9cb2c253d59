import Foundation
import StubKit

/// Issues that wait for the thread of their test, which alone may record them.
final class IssueInbox: @unchecked Sendable {
  // Unchecked: the entries are behind the lock, and the test is used on its own thread only.

  /// The test, for its own thread.
  weak var test: StubbedTestCase?

  private let lock = NSLock()
  private var isOpen = false
  private var entries: [Entry] = []
  /// The issues that fail the test, recorded or not.
  private var failures: [StubIssue] = []

  typealias Entry = (issue: StubIssue, severity: StubIssue.Severity)

  /// Opens at the start of the test.
  func open() {
    lock.withLock { (isOpen, entries, failures) = (true, [], []) }
  }

  /// Closes, and returns the rest: a test that is over can record nothing.
  func close() -> [Entry] {
    lock.withLock {
      defer { (isOpen, entries) = (false, []) }
      return entries
    }
  }

  var isTaking: Bool { lock.withLock { isOpen } }

  /// Adds an issue, and returns whether the inbox was open.
  func add(_ issue: StubIssue, _ severity: StubIssue.Severity) -> Bool {
    lock.withLock {
      guard isOpen else { return false }
      entries.append((issue, severity))
      if severity == .error { failures.append(issue) }
      return true
    }
  }

  /// Whether an issue that fails the test already says the same as an error's text.
  func hasFailed(for text: String) -> Bool {
    lock.withLock { failures }.contains { $0.isSaid(in: text) }
  }

  /// Returns the issues, oldest first, each once.
  func takeAll() -> [Entry] {
    lock.withLock {
      defer { entries = [] }
      return entries
    }
  }
}

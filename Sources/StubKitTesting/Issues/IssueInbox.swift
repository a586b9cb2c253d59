import StubKit

/// Issues that wait for the thread of their test, which alone may record them.
final class IssueInbox: @unchecked Sendable {
  // Unchecked: the test is set before any other thread can look, and used on its own thread only.
  private(set) weak var test: StubbedTestCase?

  typealias Entry = (issue: StubIssue, severity: StubIssue.Severity)

  private struct State {
    var isOpen = false
    var entries: [Entry] = []
    var failures: [StubIssue] = []
  }

  private let state = Locked(State())

  func open(for test: StubbedTestCase) {
    self.test = test
    state.withLock { $0 = State(isOpen: true) }
  }

  /// Returns the entries that are left; a test that is over can record nothing.
  func close() -> [Entry] {
    state.withLock { $0.isOpen = false }
    return takeAll()
  }

  var isTaking: Bool { state.withLock(\.isOpen) }

  func add(_ issue: StubIssue, _ severity: StubIssue.Severity) -> Bool {
    state.withLock { state in
      guard state.isOpen else { return false }
      state.entries.append((issue, severity))
      if severity == .error { state.failures.append(issue) }
      return true
    }
  }

  func hasFailed(for text: String) -> Bool {
    state.withLock(\.failures).contains { $0.isSaid(in: text) }
  }

  func takeAll() -> [Entry] { state.withLock { exchange(&$0.entries, for: []) } }
}

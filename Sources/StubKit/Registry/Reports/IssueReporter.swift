/// Tells a test of issues, each as soon as it happens.
///
/// A scope has the reporter of the scope around it; a testing library gives the outermost one its
/// own. Whatever finds an issue hands it to `StubRegistry.report(_:to:)`, which is the only way to
/// tell anybody at once.
package struct IssueReporter: Sendable {
  /// Tells of an issue before it returns, and returns what became of it.
  package typealias Tell = @Sendable (StubIssue) -> Reception

  /// What becomes of an issue.
  package enum Reception: Sendable {
    /// There is nobody who wants to hear of issues.
    case nobody
    /// It was not told: the test is over, or has been told of enough.
    case dropped
    /// The test was told, and does not fail: it expects the issue, or it is no more than a warning.
    case heard
    /// The test was told, and fails.
    case failed

    /// Whether the test was told.
    package var isTold: Bool { self == .heard || self == .failed }
  }

  private let tell: Tell
  private let capture: @Sendable () -> IssueReporter?

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - tell: Tells of an issue; it may be called on any thread.
  ///   - capture: Makes a reporter that tells as if from where this is called, so that a test which
  ///     expects an issue there finds it; nil if that is not possible.
  package init(
    tell: @escaping Tell, capturing capture: @escaping @Sendable () -> IssueReporter? = { nil }
  ) {
    self.tell = tell
    self.capture = capture
  }

  /// A reporter that tells as if from where this is called.
  var here: IssueReporter { capture() ?? self }

  /// Tells of an issue before it returns, and returns what became of it.
  func callAsFunction(_ issue: StubIssue) -> Reception { tell(issue) }
}

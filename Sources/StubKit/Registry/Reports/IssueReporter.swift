/// Tells a test of issues, each as soon as it happens, and runs its closures as the test's own.
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

  /// Does some work before it returns, on the calling thread.
  package typealias Perform = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  private let tell: Tell?
  private let capture: @Sendable () -> IssueReporter?
  fileprivate let surroundings: Perform
  /// What is done at the end of the scope that it was made for.
  private(set) var end: @Sendable () -> Void = {}

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - tell: Tells of an issue; it may be called on any thread. Nil if nobody wants to hear.
  ///   - capture: Makes a reporter that tells as if from where this is called, so that a test which
  ///     expects an issue there finds it; nil if that is not possible.
  ///   - perform: Does some work in the surroundings that the reporter is made in.
  package init(
    tell: Tell?, capturing capture: @escaping @Sendable () -> IssueReporter? = { nil },
    performing perform: @escaping Perform = { $0() }
  ) {
    self.tell = tell
    self.capture = capture
    surroundings = perform
  }

  /// A reporter that tells as if from where this is called.
  package var here: IssueReporter { capture() ?? ending {} }

  /// The same reporter, for a scope at whose end something is done.
  package func ending(_ end: @escaping @Sendable () -> Void) -> IssueReporter {
    var reporter = self
    reporter.end = end
    return reporter
  }

  /// A reporter with the same surroundings that tells somebody else, or nobody.
  package func telling(_ tell: Tell?) -> IssueReporter {
    IssueReporter(tell: tell, capturing: { capture()?.telling(tell) }, performing: surroundings)
  }

  /// Tells of an issue before it returns, and returns what became of it.
  func callAsFunction(_ issue: StubIssue) -> Reception { tell?(issue) ?? .nobody }

  /// The same, if anybody wants to hear.
  var ifTelling: IssueReporter? { tell == nil ? nil : self }
}

extension IssueReporter? {
  /// Does some work in the surroundings that the reporter was made in, before it returns.
  ///
  /// A closure of the user's runs there, so that what it records belongs to the test. Several threads may
  /// do work at once, which may in turn lead to more of it.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    if let self { self.surroundings(work) } else { work() }
  }
}

/// Tells a test of issues as they happen, and runs closures in the surroundings of the test.
///
/// A scope inherits the reporter of the scope around it; the outermost scope gets its reporter from
/// a testing library. Every issue goes through `StubRegistry.report(_:to:)`.
package final class IssueReporter: Sendable {
  package typealias Tell = @Sendable (StubIssue) -> Reception

  package enum Reception: Sendable {
    case nobody
    /// The issue was not told: the test is over, or was told enough.
    case dropped
    /// The test was told, and does not fail: it expects the issue, or the issue is a warning.
    case heard
    case failed

    package var isTold: Bool { self == .heard || self == .failed }
  }

  /// Runs work on the calling thread, and returns after the work.
  package typealias Perform = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  fileprivate let tell: Tell?
  fileprivate let capture: @Sendable () -> IssueReporter?
  fileprivate let surroundings: Perform
  /// Called at the end of the scope that the reporter was made for.
  let end: @Sendable () -> Void

  /// `perform` runs work in the surroundings in which the reporter is made.
  ///
  /// `capture` makes a reporter for the place where it is called: a test may expect an issue there.
  package init(
    tell: Tell?, capturing capture: @escaping @Sendable () -> IssueReporter? = { nil },
    performing perform: @escaping Perform = { $0() },
    ending end: @escaping @Sendable () -> Void = {}
  ) {
    self.tell = tell
    self.capture = capture
    surroundings = perform
    self.end = end
  }

  package var here: IssueReporter { capture() ?? ending {} }

  package func ending(_ end: @escaping @Sendable () -> Void) -> IssueReporter {
    IssueReporter(tell: tell, capturing: capture, performing: surroundings, ending: end)
  }

  package func telling(_ tell: Tell?) -> IssueReporter {
    IssueReporter(
      tell: tell, capturing: { [capture] in capture()?.telling(tell) }, performing: surroundings)
  }

  package func callAsFunction(_ issue: StubIssue) -> Reception { tell?(issue) ?? .nobody }

  var ifTelling: IssueReporter? { tell == nil ? nil : self }
}

extension IssueReporter? {
  /// Runs work so that issues which a user's closure records in it belong to the test.
  ///
  /// Several threads may run work at once, and work may itself run more work.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    if let self { self.surroundings(work) } else { work() }
  }

  /// A reporter that also runs work within the closure calls under way; self if there are none.
  var withinClosures: IssueReporter? {
    let calls = ClosureCall.around
    if calls.isEmpty { return self }
    let reporter = self ?? IssueReporter(tell: nil)
    return IssueReporter(
      tell: reporter.tell, capturing: reporter.capture,
      performing: { work in ClosureCall.within(calls) { reporter.surroundings(work) } },
      ending: reporter.end)
  }
}

/// Finds the running test through a testing library.
///
/// `StubKitTesting` makes itself known when the process starts, wherever it is linked.
package struct RunningTest: Sendable {
  private let scope: @Sendable () -> IssueReporter?
  private let request: @Sendable () -> IssueReporter?

  private static let known = Locked<RunningTest?>(nil)

  /// Makes a testing library known to the whole process.
  ///
  /// - Parameters:
  ///   - scope: Makes the reporter of a scope that begins at this call.
  ///   - request: Makes a reporter that tells nobody, for a request that is made at this call and whose
  ///     registry has no reporter: its closures belong to the test, too.
  package static func know(
    byScope scope: @escaping @Sendable () -> IssueReporter?,
    byRequest request: @escaping @Sendable () -> IssueReporter?
  ) {
    known.withLock { $0 = RunningTest(scope: scope, request: request) }
    ProcessUse.note(.tests)
  }

  /// The reporter of an outermost scope that begins here; nil without a running test.
  static var reporterForScope: IssueReporter? { current?.scope() }

  /// The reporter of a request that is made here; nil without a running test.
  static var reporterForRequest: IssueReporter? { current?.request() }

  private static var current: RunningTest? {
    ProcessUse.soFar.contains(.tests) ? known.withLock(\.self) : nil
  }
}

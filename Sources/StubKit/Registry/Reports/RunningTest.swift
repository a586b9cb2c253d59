/// What a testing library knows of the test that is running where it is asked.
///
/// `StubKitTesting` makes itself known when the process starts, wherever it is linked.
package struct RunningTest: Sendable {
  private let scope: @Sendable () -> IssueReporter?
  private let request: @Sendable () -> IssueReporter?

  private static let known = Locked<RunningTest?>(nil)

  /// Makes a testing library known for the whole process.
  ///
  /// - Parameters:
  ///   - scope: Makes the reporter of a scope that begins where this is called.
  ///   - request: Makes a reporter that tells nobody, for a request that is made where this is called,
  ///     and whose registry has none: its closures are the test's, too.
  package static func know(
    byScope scope: @escaping @Sendable () -> IssueReporter?,
    byRequest request: @escaping @Sendable () -> IssueReporter?
  ) {
    known.withLock { $0 = RunningTest(scope: scope, request: request) }
    ProcessUse.note(.tests)
  }

  /// The reporter of a scope that begins here, in no other scope; nil where no test is to be seen.
  static var reporterForScope: IssueReporter? { current?.scope() }

  /// What runs the closures of a request that is made here; nil where no test is to be seen.
  static var reporterForRequest: IssueReporter? { current?.request() }

  private static var current: RunningTest? {
    ProcessUse.soFar.contains(.tests) ? known.withLock(\.self) : nil
  }
}

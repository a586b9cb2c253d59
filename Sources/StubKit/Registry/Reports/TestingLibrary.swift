/// What a testing library knows of the running test: `StubKitTesting` makes itself known at the start.
package struct TestingLibrary: Sendable {
  package typealias PerformScenario =
    @Sendable (
      _ scenario: any WatchedScenario, _ operation: @Sendable () async throws -> Void
    ) async throws -> Void

  /// The reporter of an outermost scope that begins here; nil without a running test.
  var reporterForScope: @Sendable () -> IssueReporter? = { nil }
  /// The reporter of a request that is made here, if its registry has none; nil without a running test.
  ///
  /// It tells nothing, but the request's closures belong to the test, too.
  var reporterForRequest: @Sendable () -> IssueReporter? = { nil }
  /// Says which assertions fail in a scenario; without a library they fail the test.
  package var performScenario: PerformScenario = { _, operation in try await operation() }

  private static let known = Locked(TestingLibrary())

  package static func know(
    byScope: @escaping @Sendable () -> IssueReporter?,
    byRequest: @escaping @Sendable () -> IssueReporter?,
    performingScenarios perform: @escaping PerformScenario
  ) {
    known.withLock {
      $0 = TestingLibrary(
        reporterForScope: byScope, reporterForRequest: byRequest, performScenario: perform)
    }
    ProcessUse.note(.tests)
  }

  package static var current: TestingLibrary {
    ProcessUse.soFar.contains(.tests) ? known.withLock(\.self) : TestingLibrary()
  }
}

/// What a testing library knows of the running test; `StubKitTesting` registers when loaded.
package struct TestingLibrary: Sendable {
  package typealias PerformScenario =
    @Sendable (
      _ scenario: any WatchedScenario, _ operation: @Sendable () async throws -> Void
    ) async throws -> Void

  /// Makes the reporter of an outermost scope that begins here; nil without a running test.
  var reporterForScope: @Sendable () -> IssueReporter? = { nil }
  /// Makes the reporter of a request from here whose registry has none; nil without a running test.
  ///
  /// It tells nothing, but lets the request's closures belong to the test.
  var reporterForRequest: @Sendable () -> IssueReporter? = { nil }
  /// Tells the scenario of failed assertions; without a library they simply fail the test.
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

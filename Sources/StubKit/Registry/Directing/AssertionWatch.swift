/// Has a testing library say which assertions fail in a scenario.
///
/// `StubKitTesting` gives one where it is linked; without it they fail the test by themselves.
package struct AssertionWatch: Sendable {
  /// Runs the operation of a scenario, and hands on to it what fails.
  package typealias Performing =
    @Sendable (
      _ scenario: any WatchedScenario, _ operation: @Sendable () async throws -> Void
    ) async throws -> Void

  package let perform: Performing

  private static let installed = Locked<AssertionWatch?>(nil)

  /// Watches from now on, for the whole process.
  package static func install(_ perform: @escaping Performing) {
    installed.withLock { $0 = AssertionWatch(perform: perform) }
  }

  /// Who watches.
  package static var current: AssertionWatch {
    installed.withLock { $0 } ?? AssertionWatch { _, operation in try await operation() }
  }
}

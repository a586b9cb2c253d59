/// Has a testing library say which assertions fail in a scenario.
///
/// `StubKitTesting` installs it where that is linked; without it a failed assertion fails the test
/// directly.
package struct AssertionWatch: Sendable {
  /// Runs the operation of a scenario, and notes its failed assertions.
  package typealias Performing =
    @Sendable (
      _ scenario: any WatchedScenario, _ operation: @Sendable () async throws -> Void
    ) async throws -> Void

  package let perform: Performing

  private static let installed = Locked<AssertionWatch?>(nil)

  package static func install(_ perform: @escaping Performing) {
    installed.withLock { $0 = AssertionWatch(perform: perform) }
  }

  package static var current: AssertionWatch {
    installed.withLock { $0 } ?? AssertionWatch { _, operation in try await operation() }
  }
}

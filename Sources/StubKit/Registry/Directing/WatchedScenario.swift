package protocol WatchedScenario: AnyObject, Sendable {
  /// Whether the scenario's results no longer count.
  var isOver: Bool { get }

  /// Notes a failed assertion, and returns the remark for the test; nil to tell the test nothing now.
  ///
  /// `telling` tells the test later of an assertion that was kept back, with a remark on the scenario.
  func noteAssertion(
    _ words: String, telling: @escaping @Sendable (_ remark: String) -> Void
  ) -> String?

  /// Notes a failed assertion of which the test was already told.
  func noteHeardAssertion(_ words: String)
}

/// Lets a testing library say which assertions fail in a scenario; without a library they fail the test.
package struct AssertionWatch: Sendable {
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

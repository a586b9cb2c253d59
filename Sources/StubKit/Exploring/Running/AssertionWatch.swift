/// Has a testing library say which assertions fail in a scenario.
///
/// `StubKitTesting` gives one; without it they fail the test by themselves, and no scenario is named.
package struct AssertionWatch: Sendable {
  /// Runs an operation, and hands on what fails in it, in words; the test is told of it if `note`
  /// returns true.
  package typealias Performing =
    @Sendable (
      _ scenario: String?, _ operation: @Sendable () async throws -> Void,
      _ note: @escaping @Sendable (String) -> Bool
    ) async throws -> Void

  private let perform: Performing
  /// Whether the test is told of what fails, with the scenario, by whoever watches.
  let tells: Bool

  private init(tells: Bool, _ perform: @escaping Performing) {
    self.tells = tells
    self.perform = perform
  }

  private static let installed = Locked<AssertionWatch?>(nil)

  /// Watches from now on, for the whole process.
  package static func install(_ perform: @escaping Performing) {
    installed.withLock { $0 = AssertionWatch(tells: true, perform) }
  }

  /// Who watches.
  static var current: AssertionWatch {
    installed.withLock { $0 }
      ?? AssertionWatch(tells: false) { _, operation, _ in try await operation() }
  }

  func performing(
    in scenario: String?, _ operation: @Sendable () async throws -> Void,
    noting note: @escaping @Sendable (String) -> Bool
  ) async throws {
    try await perform(scenario, operation, note)
  }
}

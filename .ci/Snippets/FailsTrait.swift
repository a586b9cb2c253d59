import Foundation
import Testing

/// Says that the tests of a snippet fail, as their page shows.
///
/// A known issue (`withKnownIssue`) would not do: no scenario breaks for one.
struct FailsTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true
  let reason: String

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let failures = Failures()
    let watch = IssueHandlingTrait.compactMapIssues { issue in
      guard issue.isFailure else { return issue }
      failures.note()
      print("expected of \(test.sourceLocation): \(issue)")
      return nil
    }
    do {
      try await watch.provideScope(for: test, testCase: testCase, performing: function)
    } catch {
      failures.note()
      print("expected of \(test.sourceLocation): \(error)")
    }
    if !failures.areThere { Issue.record("should fail: \(reason)") }
  }

  private final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var found = false

    func note() { lock.withLock { found = true } }
    var areThere: Bool { lock.withLock { found } }
  }
}

extension Trait where Self == FailsTrait {
  static func fails(_ reason: String) -> Self { FailsTrait(reason: reason) }
}

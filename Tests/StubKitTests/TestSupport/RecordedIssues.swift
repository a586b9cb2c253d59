import Foundation
import StubKit
import StubKitTesting
import Testing

/// What was recorded so far while a test body runs with a trait.
final class RecordedIssues: @unchecked Sendable {
  // Unchecked: everything is behind the lock.
  private let lock = NSLock()
  private var issues: [Issue] = []

  /// All issues, in their order.
  var all: [Issue] { lock.withLock { issues } }
  /// What they say.
  var texts: [String?] { all.map { $0.comments.first?.rawValue } }
  /// Where they are, each as a file's name and a line.
  var places: [String] {
    all.map { issue in issue.sourceLocation.map { "\($0.fileName):\($0.line)" } ?? "nowhere" }
  }

  /// Runs a body as the trait runs a test, and lets the issues not fail the test around it.
  static func of(
    _ trait: StubbedTrait = .stubbed,
    _ body: @escaping @Sendable (RecordedIssues) async throws -> Void
  ) async throws -> RecordedIssues {
    let test = try #require(Test.current)
    let recorded = RecordedIssues()
    try await withKnownIssue(isIntermittent: true) {
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        try await body(recorded)
      }
    } matching: { issue in
      recorded.lock.withLock { recorded.issues.append(issue) }
      return true
    }
    return recorded
  }
}

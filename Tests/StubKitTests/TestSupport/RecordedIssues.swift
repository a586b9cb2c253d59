import Foundation
import StubKit
import StubKitTesting
import Testing

/// What was recorded so far while a test body runs with a trait.
final class RecordedIssues: @unchecked Sendable {
  // Unchecked: everything is behind the lock.
  private let lock = NSLock()
  private var issues: [Issue] = []
  private var error: (any Error)?

  /// All issues, in their order.
  var all: [Issue] { lock.withLock { issues } }
  /// The error that left the test.
  var thrown: (any Error)? { lock.withLock { error } }
  /// What they say.
  var texts: [String?] { all.map { $0.comments.first?.rawValue } }
  /// Where they are, each as a file's name and a line.
  var places: [String] {
    all.map { issue in issue.sourceLocation.map { "\($0.fileName):\($0.line)" } ?? "nowhere" }
  }

  /// Runs a body as the trait runs a test, or any test, and keeps the issues from the test around it.
  ///
  /// What the body itself expects with `#expect` fails the test around it, unless `takingExpectations`.
  /// It is not done with a known issue, since what is expected is treated in another way.
  static func of(
    _ trait: StubbedTrait? = .stubbed, takingExpectations takesExpectations: Bool = false,
    _ body: @escaping @Sendable (RecordedIssues) async throws -> Void
  ) async throws -> RecordedIssues {
    let test = try #require(Test.current)
    let recorded = RecordedIssues()
    let keeping = IssueHandlingTrait.compactMapIssues { issue in
      // An issue of no test is put to every test.
      guard Test.current != nil else { return issue }
      if case .expectationFailed = issue.kind, !takesExpectations { return issue }
      if issue.isFailure || issue.severity == .warning { recorded.add(issue) }
      return nil
    }
    try await keeping.provideScope(for: test, testCase: Test.Case.current) {
      do {
        guard let trait else { return try await body(recorded) }
        try await trait.provideScope(for: test, testCase: Test.Case.current) {
          try await body(recorded)
        }
      } catch {
        recorded.lock.withLock { recorded.error = error }
      }
    }
    return recorded
  }

  private func add(_ issue: Issue) {
    lock.withLock { issues.append(issue) }
  }
}

import StubKit
import Testing

/// Has the first assertion that fails in a scenario name the scenario, and keeps the others back: they
/// follow from it.
enum ScenarioAssertions {
  /// Watches the scenarios of every exploration from now on.
  static func watch() {
    AssertionWatch.install { scenario, operation, note in
      guard let test = Test.current else { return try await operation() }
      let trait = IssueHandlingTrait.compactMapIssues { issue in
        // What a test expects, and what is only a warning, is the test's own business; and an issue of no
        // test, from a thread of its own, is put to every test.
        guard issue.isFailure, Test.current?.id == test.id else { return issue }
        guard note(words(of: issue)) else { return nil }
        var issue = issue
        let words = scenario.map { "in the scenario \"\($0)\"" } ?? "with every answer as it is"
        issue.comments.append(Comment(rawValue: words))
        return issue
      }
      try await trait.provideScope(for: test, testCase: Test.Case.current, performing: operation)
    }
  }

  /// What failed, and where.
  private static func words(of issue: Issue) -> String {
    let comments = issue.comments.map { ": \($0.rawValue)" }.joined()
    let place = issue.sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
    return "\(issue.kind)\(comments)\(place)"
  }
}

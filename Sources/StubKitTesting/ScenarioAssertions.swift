import StubKit
import Testing

/// Has the first assertion that fails in a scenario say which scenario that is, and keeps the others
/// back: they follow from it.
enum ScenarioAssertions {
  /// Watches the scenarios of every exploration from now on.
  static func watch() {
    AssertionWatch.install { scenario, operation in
      guard let test = Test.current else {
        return try await RunningScenarios.run(scenario, operation)
      }
      let trait = IssueHandlingTrait.compactMapIssues { issue in
        // What a test expects, and what is only a warning, is the test's own business; and an issue of no
        // test, from a thread of its own, is put to every test.
        guard issue.isFailure, Test.current?.id == test.id else { return issue }
        guard let remark = scenario.noteAssertion(words(of: issue), telling: { tell(issue, $0) })
        else { return nil }
        var issue = issue
        issue.comments.append(Comment(rawValue: remark))
        return issue
      }
      try await trait.provideScope(for: test, testCase: Test.Case.current, performing: operation)
    }
  }

  /// Records what has failed, in place of the issue that was kept back.
  private static func tell(_ issue: Issue, _ remark: String) {
    let lines = ["\(issue.kind)"] + issue.comments.map(\.rawValue) + [remark]
    Issue.record(
      Comment(rawValue: lines.joined(separator: "\n")),
      sourceLocation: issue.sourceLocation
        ?? SourceLocation(
          fileID: "Unknown/Unknown", filePath: "Unknown", line: 1, column: 1))
  }

  /// What failed, and where.
  private static func words(of issue: Issue) -> String {
    let comments = issue.comments.map { ": \($0.rawValue)" }.joined()
    let place = issue.sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
    return "\(issue.kind)\(comments)\(place)"
  }
}

import StubKit
import Testing

/// Records a scenario's first failed assertion with the scenario's name, as soon as that is known,
/// and drops the later assertions.
enum ScenarioAssertions {
  static func perform(
    _ scenario: any WatchedScenario, _ operation: @Sendable () async throws -> Void
  ) async throws {
    guard let test = Test.current else {
      return try await RunningScenarios.run(scenario, operation)
    }
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      // Known issues and warnings break no scenario. Swift Testing passes an issue from a thread
      // without a test to every test, so such an issue says nothing about this test.
      guard issue.failsTest, Test.current?.id == test.id else { return issue }
      guard let remark = scenario.noteAssertion(words(of: issue), telling: { tell(issue, $0) })
      else { return nil }
      var issue = issue
      issue.comments.append(Comment(rawValue: remark))
      return issue
    }
    try await trait.provideScope(for: test, testCase: Test.Case.current, performing: operation)
  }

  private static func tell(_ issue: Issue, _ remark: String) {
    let lines = ["\(issue.kind)"] + issue.comments.map(\.rawValue) + [remark]
    Issue.record(
      Comment(rawValue: lines.joined(separator: "\n")),
      sourceLocation: issue.sourceLocation
        ?? SourceLocation(
          fileID: "Unknown/Unknown", filePath: "Unknown", line: 1, column: 1))
  }

  private static func words(of issue: Issue) -> String {
    let comments = issue.comments.map { ": \($0.rawValue)" }.joined()
    let place = issue.sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
    return "\(issue.kind)\(comments)\(place)"
  }
}

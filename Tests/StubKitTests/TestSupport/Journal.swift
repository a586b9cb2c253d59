@testable import StubKit

/// What happened in which order, written by several tasks.
final class Journal: Sendable {
  private let lines = Locked<[String]>([])

  var entries: [String] { lines.withLock { $0 } }

  func note(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}

extension Journal {
  /// Notes the issues that are told in an operation, by registries without a reporter of their own.
  func noteIssues<Result>(_ operation: () throws -> Result) rethrows -> Result {
    let registry = StubRegistry()
    registry.reportIssues(
      to: IssueReporter { issue in
        self.note(issue.text)
        return .heard
      })
    return try registry.surrounding(operation)
  }
}

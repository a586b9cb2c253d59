import Foundation
import StubKit
import XCTest

/// Reports the issues of a scope to the XCTest case in which the scope begins, while the case runs.
final class RunningTestCase: NSObject, XCTestObservation, Sendable {
  static let shared = RunningTestCase()

  private let running = Locked<[XCTestCase]>([])

  func testCaseWillStart(_ testCase: XCTestCase) { running.withLock { $0.append(testCase) } }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    running.withLock { $0.removeAll { $0 === testCase } }
  }

  var reporterForScope: IssueReporter? {
    guard let testCase = running.withLock(\.last) else { return nil }
    if let testCase = testCase as? StubbedTestCase { return testCase.reporterWhileRunning }
    // XCTest keeps its test cases, so that no later one has this identity.
    let (id, name) = (ObjectIdentifier(testCase), testCase.name)
    return IssueReporter(tell: { [weak self] in
      self?.tell($0, severity: $0.severity(unused: .warning), to: id, named: name) ?? .dropped
    })
  }

  private func tell(
    _ issue: StubIssue, severity: StubIssue.Severity?, to id: ObjectIdentifier, named name: String
  ) -> IssueReporter.Reception {
    guard let testCase = running.withLock({ $0.first { ObjectIdentifier($0) == id } }) else {
      // Also written if not `isForScopes`: a test that is over cannot see the error of its client.
      if severity != nil { issue.writeAsLate(for: name) }
      return .dropped
    }
    guard issue.kind.isForScopes, let severity else { return .nobody }
    switch severity {
    case .error: testCase.fail(issue, at: issue.location)
    case .warning: testCase.write(testCase.warning(of: issue, at: issue.location))
    }
    return severity == .error ? .failed : .heard
  }
}

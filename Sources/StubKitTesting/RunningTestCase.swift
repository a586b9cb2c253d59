import Foundation
import StubKit
import XCTest

/// Reports the issues of scopes to the XCTest test case that is running.
final class RunningTestCase: NSObject, XCTestObservation, @unchecked Sendable {
  // Unchecked: the list is behind the lock.

  static let shared = RunningTestCase()

  private let lock = NSLock()
  private var running: [XCTestCase] = []

  private var last: XCTestCase? { lock.withLock { running.last } }

  func testCaseWillStart(_ testCase: XCTestCase) {
    lock.withLock { running.append(testCase) }
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    lock.withLock { running.removeAll { $0 === testCase } }
  }

  var reporterForScope: IssueReporter? {
    guard let testCase = last else { return nil }
    if let testCase = testCase as? StubbedTestCase { return testCase.reporterWhileRunning }
    return IssueReporter(tell: { [weak self] in
      self?.tell($0, severity: $0.severity(unused: .warning)) ?? .dropped
    })
  }

  private func tell(
    _ issue: StubIssue, severity: StubIssue.Severity?
  ) -> IssueReporter.Reception {
    guard issue.kind.isForScopes, let severity, let testCase = last else { return .nobody }
    switch severity {
    case .error: testCase.fail(issue, at: issue.location)
    case .warning: testCase.write(testCase.warning(of: issue, at: issue.location))
    }
    return severity == .error ? .failed : .heard
  }
}

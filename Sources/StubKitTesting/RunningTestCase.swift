import Foundation
import StubKit
import XCTest

/// Reports the issues of scopes to the XCTest test case that is running.
final class RunningTestCase: NSObject, XCTestObservation, Sendable {
  static let shared = RunningTestCase()

  private let running = Locked<[XCTestCase]>([])

  private var last: XCTestCase? { running.withLock(\.last) }

  func testCaseWillStart(_ testCase: XCTestCase) { running.withLock { $0.append(testCase) } }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    running.withLock { $0.removeAll { $0 === testCase } }
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

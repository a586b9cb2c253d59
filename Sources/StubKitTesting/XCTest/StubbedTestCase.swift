import Dispatch
import Foundation
public import StubKit
public import XCTest

/// An XCTest test case whose tests each have a registry of their own.
///
/// ```swift
/// final class UserTests: StubbedTestCase {
///   override func setUp() {
///     stub(condition: isPath("/users"), response: .json([]))
///   }
///
///   func testNobodyIsShown() async throws {
///     let users = try await app.users()
///     XCTAssertEqual(users, [])
///     XCTAssertEqual(registry.exchanges.count, 1)
///   }
/// }
/// ```
/// The registry exists from `setUp` to `tearDown`. Since XCTest runs one test after the other, the
/// registry also answers every request of the process for which no scope is found.
///
/// A closure that throws, a response that cannot be given and a condition with a mistake fail the
/// test at the stub's own line. A request that no stub matches fails the test at the line of the
/// stub registered last, since XCTest does not say where the test is. A stub that stays unused is a
/// warning, and so are the requests that have not ended when a test has failed, as after a wait
/// that was too short. On Apple's platforms a test that fails has its conversation attached, as a
/// picture and as an archive.
open class StubbedTestCase: XCTestCase {
  private var current: StubRegistry?
  private let inbox = IssueInbox()
  /// Whether the test threw an error that an issue had reported; XCTest does not count that error.
  private var hasThrownToldError = false

  /// The registry of the test that is running; outside of a test, the current one.
  public var registry: StubRegistry { current ?? .current }

  /// What happens if the test has not used a stub.
  ///
  /// XCTest knows no warnings, so a warning goes to standard error in the compiler's format.
  open var unused: UnusedStubs { .warning }

  /// Whether reports show passwords, tokens and cookies as they are.
  open var showsSecrets: Bool { false }

  /// The checks that judge every exchange, see `ExchangeCheck`.
  open var checks: [any ExchangeCheck] { [] }

  /// Runs `setUp`, the test and `tearDown` with a registry.
  override open func invokeTest() {
    let registry = withStubs { registry in
      current = registry
      hasThrownToldError = false
      inbox.open(for: self)
      registry.begin(
        showingSecrets: showsSecrets, by: "override var showsSecrets: Bool { true }")
      registry.begin(checking: checks)
      registry.reportIssues(to: reporter)
      registry.standingInForShared { super.invokeTest() }
      if let testRun, testRun.totalFailureCount > 0, let remark = registry.remarkOnOpenRequests {
        registry.report(remark)
      }
      // A test that was skipped, or that an error ended early, has not made all of its requests.
      if !isLeftEarly { registry.reportCounts() }
      // A request that ends later still has the reporter that it was made with.
      record(inbox.close())
      attachConversationIfFailed()
      current = nil
      // The end of the scope is to report nothing more.
      registry.reportIssues(to: IssueReporter(tell: { _ in .dropped }))
      return registry
    }
    // Reports requests that the test's tasks make from now on.
    registry.reportIssues(to: reporter)
  }

  private var isLeftEarly: Bool {
    hasThrownToldError
      || testRun.map { $0.hasBeenSkipped || $0.unexpectedExceptionCount > 0 } ?? false
  }

  /// XCTest has attachments only on Apple's platforms.
  private func attachConversationIfFailed() {
    #if canImport(ObjectiveC)
      guard let testRun, testRun.totalFailureCount > 0, !registry.conversation.isEmpty else {
        return
      }
      let files = registry.conversation.files(named: "conversation", title: name)
      for file in files {
        let attachment = XCTAttachment(
          uniformTypeIdentifier: file.type, name: file.name, payload: Data(file.text.utf8),
          userInfo: nil)
        attachment.lifetime = .keepAlways
        add(attachment)
      }
    #endif
  }

  /// For scopes that did not inherit the reporter; nil before `setUp` and after `tearDown`.
  var reporterWhileRunning: IssueReporter? { inbox.isTaking ? reporter : nil }

  /// Takes issues on any thread, and lets the test's thread record them as soon as it can.
  private var reporter: IssueReporter {
    let (inbox, unused, name) = (inbox, unused, name)
    return IssueReporter { issue in
      guard let severity = issue.severity(unused: unused) else { return .dropped }
      guard inbox.add(issue, severity) else {
        issue.writeAsLate(for: name)
        return .dropped
      }
      // A waiting test runs the main queue meanwhile; any other test records issues at its end.
      DispatchQueue.main.async { inbox.test?.record(inbox.takeAll()) }
      return severity == .error ? .failed : .heard
    }
  }

  private func record(_ entries: [IssueInbox.Entry]) {
    for (issue, severity) in entries {
      let place = issue.location ?? current?.lastStubLocation
      switch severity {
      case .error: fail(issue, at: place)
      case .warning: warn(warning(of: issue, at: place))
      }
    }
  }

  func warn(_ line: String) {
    write(line)
  }

  #if canImport(ObjectiveC)
    /// Records an issue, unless it is an error of the test that was reported already.
    ///
    /// In an exploration, the first failure breaks its scenario, and is recorded with the name of
    /// that scenario.
    override open func record(_ issue: XCTIssue) {
      let error = issue.type == .thrownError ? issue.associatedError : nil
      if let error, inbox.hasFailed(for: "\(error)") {
        hasThrownToldError = true
        return
      }
      nonisolated(unsafe) let test = self
      let place = issue.sourceCodeContext.location
      RunningScenarios.take(
        issue.compactDescription, in: place?.fileURL.path, at: place?.lineNumber ?? 0
      ) { remark in
        var issue = issue
        issue.compactDescription += remark
        test.recordPlainly(issue)
      }
    }

    private func recordPlainly(_ issue: XCTIssue) { super.record(issue) }
  #else
    /// Records a failure, unless it is an error of the test that was reported already.
    ///
    /// In an exploration, the first failure breaks its scenario, and is recorded with the name of
    /// that scenario.
    override open func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      let opening = "threw error \""
      let isThrown = !expected && description.hasPrefix(opening)
      let error = description.dropFirst(opening.count).dropLast()
      if isThrown, inbox.hasFailed(for: String(error)) {
        hasThrownToldError = true
        return
      }
      nonisolated(unsafe) let test = self
      RunningScenarios.take(description, in: filePath, at: lineNumber) { remark in
        test.recordPlainly(description + remark, filePath, lineNumber, expected)
      }
    }

    private func recordPlainly(_ text: String, _ filePath: String, _ line: Int, _ expected: Bool) {
      super.recordFailure(
        withDescription: text, inFile: filePath, atLine: line, expected: expected)
    }
  #endif
}

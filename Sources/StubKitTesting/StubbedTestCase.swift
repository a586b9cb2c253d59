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
///     XCTAssertEqual(try await app.users(), [])
///     XCTAssertEqual(registry.exchanges.count, 1)
///   }
/// }
/// ```
/// The registry is there from `setUp` to `tearDown`. XCTest runs one test after the other, so that
/// it also answers every request of the process for which no scope is found.
///
/// What goes wrong fails the test: at the stub's own line for a closure that throws, for a response
/// that cannot be given and for a condition with a mistake; for a request that no stub matches at
/// the line of the stub that was registered last, since XCTest does not say where the test is. A stub
/// that stays unused is a warning.
open class StubbedTestCase: XCTestCase {
  private var current: StubRegistry?
  private let inbox = IssueInbox()

  /// The registry of the test that is running; outside of a test, the current one.
  public var registry: StubRegistry { current ?? .current }

  /// What happens if the test has not used a stub.
  ///
  /// XCTest knows no warnings: a warning is written to standard error, in the form of a compiler's.
  open var unusedStubs: UnusedStubs { .warning }

  /// Whether reports show passwords, tokens and cookies as they are.
  open var showsSecrets: Bool { false }

  /// Runs `setUp`, the test and `tearDown` with a registry.
  override open func invokeTest() {
    withStubs { registry in
      current = registry
      registry.begin(showingSecrets: showsSecrets)
      registry.reportIssues(to: reporter)
      registry.standingInForShared { super.invokeTest() }
      registry.reportUnusedStubs()
      empty()
      current = nil
      registry.reportIssues(to: nil)
    }
  }

  /// Takes issues from any thread, and has the test's thread record them as soon as it can.
  private var reporter: IssueReporter {
    let (inbox, unused) = (inbox, unusedStubs)
    inbox.test = self
    return IssueReporter { issue in
      guard let severity = issue.severity(unused: unused) else { return false }
      inbox.add(issue, severity)
      // A test that waits runs the main queue meanwhile; one that does not comes to it at its end.
      DispatchQueue.main.async { inbox.test?.empty() }
      return severity == .error
    }
  }

  private func empty() {
    for (issue, severity) in inbox.takeAll() {
      let place = issue.location ?? current?.lastStubLocation
      switch severity {
      case .error: fail(issue, at: place)
      case .warning: warn(Self.line(of: issue, at: place, in: name))
      }
    }
  }

  /// Writes a warning where a person looks who runs tests.
  func warn(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// The warning in the form in which XCTest writes a failure.
  private static func line(of issue: StubIssue, at place: StubLocation?, in name: String) -> String
  {
    let place = place.map { "\($0.filePath):\($0.line)" } ?? "<unknown>:0"
    return "\(place): warning: \(name) : \(issue.text)"
  }

  private func fail(_ issue: StubIssue, at place: StubLocation?) {
    #if canImport(ObjectiveC)
      // Without a location it belongs to the test.
      let location = place.map {
        XCTSourceCodeLocation(filePath: $0.filePath, lineNumber: $0.line)
      }
      record(
        XCTIssue(
          type: .assertionFailure, compactDescription: issue.text,
          sourceCodeContext: XCTSourceCodeContext(location: location)))
    #else
      recordFailure(
        withDescription: issue.text, inFile: place?.filePath ?? "\(type(of: self))",
        atLine: place?.line ?? 0, expected: true)
    #endif
  }
}

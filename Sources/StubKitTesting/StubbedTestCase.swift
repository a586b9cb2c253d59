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
/// A request that no stub matches fails the test; so do a closure that throws and a condition with a
/// mistake, both at the stub's own line.
open class StubbedTestCase: XCTestCase {
  private var current: StubRegistry?

  /// The registry of the test that is running; outside of a test, the current one.
  public var registry: StubRegistry { current ?? .current }

  /// What happens if the test has not used a stub; XCTest knows no warnings.
  open var unusedStubs: UnusedStubs { .warning }

  /// Runs `setUp`, the test and `tearDown` with a registry.
  override open func invokeTest() {
    withStubs { registry in
      current = registry
      registry.standingInForShared { super.invokeTest() }
      current = nil
      for issue in registry.issues where issue.severity(unused: unusedStubs) == .error {
        report(issue)
      }
    }
  }

  private func report(_ issue: StubIssue) {
    #if canImport(ObjectiveC)
      let location = issue.location.map {
        XCTSourceCodeLocation(filePath: $0.filePath, lineNumber: $0.line)
      }
      record(
        XCTIssue(
          type: .assertionFailure, compactDescription: issue.text,
          sourceCodeContext: XCTSourceCodeContext(location: location)))
    #else
      recordFailure(
        withDescription: issue.text, inFile: issue.location?.filePath ?? "<unknown>",
        atLine: issue.location?.line ?? 0, expected: true)
    #endif
  }
}

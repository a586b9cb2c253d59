// Not on Apple's platforms, whose XCTest makes a test of a method's name, never of a closure, and
// records its failures in another way.
#if !canImport(ObjectiveC)
  import Foundation
  import FoundationNetworking
  import StubKit
  import StubKitExploring
  import XCTest

  @testable import StubKitTesting

  /// What fails in a scenario of a test of XCTest.
  final class ScenarioTestCaseTests: XCTestCase {
    @Sendable private static func status(_ path: String = "/users") async throws -> Int {
      let address = try XCTUnwrap(URL(string: "https://a.com\(path)"))
      let (_, response) = try await URLSession.shared.data(from: address)
      return try XCTUnwrap(response as? HTTPURLResponse).statusCode
    }

    func testAnAssertionNamesItsScenarioAndTheOthersFollowFromIt() {
      let line = #line + 6
      let test = Outcome(StubbedCase.init) {
        try await withEveryFault(.status(500), .status(503)) { _ in
          stub(condition: isPath("/users"), response: .status(204))
          let status = try await Self.status()
          guard status != 503 else { return }
          XCTAssertEqual(status, 204)
          XCTAssertLessThan(status, 300)
        }
      }
      expect(
        test.failures,
        [
          #"XCTAssertEqual failed: ("500") is not equal to ("204") - in the scenario "GET /users #1 × 500""#
        ])
      expect(
        test.error.map { "\($0)" },
        """
        2 scenarios: 1 broken
          ✗ GET /users #1 × 500
              as the test has been told
              → only: "GET /users #1 × 500"
          ✓ GET /users #1 × 503
        """)
      XCTAssertEqual(
        (test.error as? ExplorationError)?.report.broken.map(\.failure),
        [
          #"XCTAssertEqual failed: ("500") is not equal to ("204") (ScenarioTestCaseTests.swift:\#(line))"#
        ])
    }

    func testAnAssertionThatHasLostItsTaskNamesItsScenario() {
      let test = Outcome(StubbedCase.init) {
        try await withEveryFault(.status(500)) { _ in
          stub(condition: isPath("/users"), response: .status(204))
          let status = try await Self.status()
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              XCTAssertEqual(status, 204, "a word")
              continuation.resume()
            }
          }
        }
      }
      expect(
        test.failures,
        [
          #"XCTAssertEqual failed: ("500") is not equal to ("204") - a word - in the scenario "GET /users #1 × 500""#
        ])
      expect((test.error as? ExplorationError)?.report.broken.count, 1)
    }

    func testAnOrderHasTheSameNameInTheTableAndInTheFailure() {
      let test = Outcome(StubbedCase.init) {
        try await withEveryOrder { _ in
          stub(condition: isHost("a.com"), expected: 2, response: { .text($0.path) })
          let paths = Paths()
          async let one: Void = paths.add("/1", after: Self.status("/1"))
          async let other: Void = paths.add("/2", after: Self.status("/2"))
          _ = try await (one, other)
          let first = await paths.all.first
          XCTAssertEqual(first, "/1")
        }
      }
      expect(
        test.failures,
        [
          #"XCTAssertEqual failed: ("Optional("/2")") is not equal to ("Optional("/1")") - in the scenario "GET /2 #1, GET /1 #1""#
        ])
      XCTAssertEqual(
        (test.error as? ExplorationError)?.report.broken.map(\.name), ["GET /2 #1, GET /1 #1"])
    }

    func testAnAssertionBreaksItsScenarioInAnyTestCase() {
      let test = Outcome(PlainCase.init) {
        try await withEveryFault(.status(500)) { _ in
          stub(condition: isPath("/users"), response: .status(204))
          let status = try await Self.status()
          XCTAssertEqual(status, 204)
        }
      }
      // It is recorded before anybody can say more of it.
      expect(
        test.failures, [#"XCTAssertEqual failed: ("500") is not equal to ("204") - "#])
      expect(test.error.map { "\($0)" }?.contains("1 scenario: 1 broken"), true)
      XCTAssertEqual(
        (test.error as? ExplorationError)?.report.broken.map { $0.failure?.prefix(21) },
        ["XCTAssertEqual failed"])
    }

    private actor Paths {
      private(set) var all: [String] = []
      func add(_ path: String, after status: Int) { all.append(path) }
    }

    /// Compares in this test: after another one no assertion has a test that it could fail.
    private func expect<Value: Equatable>(_ found: Value, _ wanted: Value, line: Int = #line) {
      guard found != wanted else { return }
      recordFailure(
        withDescription: "\(found) is not \(wanted)", inFile: #filePath, atLine: line,
        expected: true)
    }
  }

  /// What became of a test case within a test.
  private struct Outcome {
    let failures: [String]
    let error: (any Error)?

    /// Runs a test case that does something, which the test waits for.
    init(
      _ make: (@escaping (XCTestCase) throws -> Void) -> XCTestCase,
      _ body: @escaping @Sendable () async throws -> Void
    ) {
      let ending = Ending()
      let test = make { test in
        let isOver = test.expectation(description: "the exploration is over")
        Task {
          do { try await body() } catch { ending.error = error }
          isOver.fulfill()
        }
        test.wait(for: [isOver], timeout: 60)
      }
      test.run()
      failures = (test.testRun as? KeptRun)?.failures ?? ["The run was not kept."]
      error = ending.error
    }

    private final class Ending: @unchecked Sendable {
      // Unchecked: the waiting orders what both threads do with it.
      var error: (any Error)?
    }
  }

  private final class StubbedCase: StubbedTestCase {
    override var testRunClass: AnyClass? { KeptRun.self }

    convenience init(_ body: @escaping (XCTestCase) throws -> Void) {
      self.init(name: "recorded", testClosure: body)
    }
  }

  private final class PlainCase: XCTestCase {
    override var testRunClass: AnyClass? { KeptRun.self }

    convenience init(_ body: @escaping (XCTestCase) throws -> Void) {
      self.init(name: "recorded", testClosure: body)
    }
  }

  /// A run of a test case that keeps what was recorded to itself.
  private final class KeptRun: XCTestCaseRun {
    private(set) var failures: [String] = []

    override func start() {}
    override func stop() {}

    override func recordFailure(
      withDescription description: String, inFile filePath: String?, atLine lineNumber: Int,
      expected: Bool
    ) {
      failures.append(description)
      // Who hears of every failure of the process would print it.
      RunningScenarios.observer.testCase(
        testCase, didFailWithDescription: description, inFile: filePath, atLine: lineNumber)
    }

    private var testCase: XCTestCase { test as? XCTestCase ?? PlainCase { _ in } }
  }
#endif

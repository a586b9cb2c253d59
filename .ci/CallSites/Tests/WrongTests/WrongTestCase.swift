import Foundation
import StubKit
import StubKitExploring
import StubKitTesting
import XCTest

// The same for XCTest.

final class WrongTestCase: StubbedTestCase {
  // told: No stub matches GET https://shop\.test/items
  func testAPathThatNobodyStubbed() async {
    stub(condition: isPath("/item"), expected: .any, response: .status(200))
    _ = await Shop().itemsOrNone()
  }

  // told: XCTAssertEqual failed
  func testAnAssertionInAClosure() async {
    stub(condition: isPath("/items")) { request in
      XCTAssertEqual(request.headers["Accept"], "application/json")
      return .json([])
    }
    _ = await Shop().itemsOrNone()
  }

  // told: expected exactly 2 requests, and 1 came
  func testARetryThatDoesNotHappen() async {
    stub(condition: isPath("/items"), expected: 2, response: .status(503))
    _ = await Shop().itemsOrNone()
  }

  func testATestThatIsSkipped() throws {
    stub(condition: isPath("/items"), expected: 2, response: .status(503))
    throw XCTSkip("a test that is skipped is told nothing")
  }

  // warned: has the status 204 and a body of 13 bytes
  func testABodyWithAStatusThatHasNone() async throws {
    stub(condition: isMethodDELETE(), response: .json(["deleted": 1], status: 204))
    _ = try await Shop().delete(1)
  }

  // told: XCTAssertEqual failed: .+ in the scenario "GET /items #1 × offline"
  func testAnAssertionInAScenario() async throws {
    try await withEveryFault(.offline) { _ in
      stub(condition: isPath("/items"), response: .json([["id": 1, "name": "Tea"]]))
      let items = await Shop().itemsOrNone()
      XCTAssertEqual(items.count, 1)
    }
  }
}

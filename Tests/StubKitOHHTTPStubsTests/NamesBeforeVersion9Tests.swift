// swift-format-ignore-file: OnlyOneTrailingClosureArgument
// This is how code for OHHTTPStubs is written.

import StubKitOHHTTPStubs
import StubKitTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Code as it was written for version 8 and before.
final class NamesBeforeVersion9Tests: StubbedTestCase {
  @available(*, deprecated)
  private let isUsers: OHHTTPStubsTestBlock = isScheme("https") && isHost("a.test")

  @available(*, deprecated)
  private let users: OHHTTPStubsResponseBlock = { request in
    OHHTTPStubsResponse(
      data: request.ohhttpStubs_httpBody ?? Data(), statusCode: 201, headers: ["X-A": "b"])
  }

  @available(*, deprecated)
  func testStubsAreRegisteredListedDisabledAndRemoved() async throws {
    weak var descriptor: (any OHHTTPStubsDescriptor)?
    descriptor = OHHTTPStubs.stubRequests(passingTest: isUsers, withStubResponse: users)
    descriptor?.name = "users"
    let activated = Notes()
    OHHTTPStubs.onStubActivation {
      (request: URLRequest, stub: any OHHTTPStubsDescriptor, response: OHHTTPStubsResponse) in
      activated.add("\(stub.name ?? "-") \(response.statusCode)")
    }
    OHHTTPStubs.onStubMissing(nil)
    OHHTTPStubs.onStubRedirectResponse(nil)
    OHHTTPStubs.afterStubFinish(nil)
    let answer = try await ask("https://a.test/users", method: "POST", body: "Ada")
    XCTAssertEqual([answer.text, answer.headers["X-A"] ?? ""], ["Ada", "b"])
    XCTAssertEqual(activated.all, ["users 201"])
    XCTAssertEqual(
      OHHTTPStubs.allStubs().map { ($0 as? any OHHTTPStubsDescriptor)?.name }, ["users"])
    OHHTTPStubs.setEnabled(false)
    XCTAssertFalse(OHHTTPStubs.isEnabled())
    OHHTTPStubs.setEnabled(true, for: .default)
    XCTAssert(OHHTTPStubs.isEnabled(for: .default))
    XCTAssert(OHHTTPStubs.removeStub(try XCTUnwrap(descriptor)))
    OHHTTPStubs.removeAllStubs()
  }

  @available(*, deprecated)
  func testATrailingClosureIsTheResponse() async throws {
    OHHTTPStubs.stubRequests(passingTest: { $0.url?.path == "/json" }) { _ in
      OHHTTPStubsResponse(jsonObject: ["a": 1], statusCode: 200, headers: nil)
        .requestTime(0, responseTime: 0)
    }
    OHHTTPStubs.stubRequests(passingTest: { $0.url?.path == "/down" }) { _ in
      OHHTTPStubsResponse(error: URLError(.notConnectedToInternet))
    }
    stub(condition: isPath("/file")) { _ in
      guard let path = OHPathForFile("older-users.json", type(of: self)) else {
        return OHHTTPStubsResponse(error: URLError(.fileDoesNotExist))
      }
      return OHHTTPStubsResponse(
        fileAtPath: path, statusCode: 200, headers: ["Content-Type": "application/json"])
    }
    let json = try await ask("http://a.test/json")
    XCTAssertEqual(json.text, #"{"a":1}"#)
    let down = try? await ask("http://a.test/down")
    XCTAssertNil(down)
    let file = try await ask("http://a.test/file")
    XCTAssertEqual(file.text, "[{\"id\": 7}]\n")
  }
}

import StubKitOHHTTPStubs
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Conditions as closures, and StubKit's matchers where a closure is asked for.
final class TestBlockTests: XCTestCase {
  @available(*, deprecated)
  private let yes: HTTPStubsTestBlock = { _ in true }
  @available(*, deprecated)
  private let no: HTTPStubsTestBlock = { _ in false }

  private func request(
    _ address: String = "http://a.test/users?q=x", method: String = "POST", body: String = "",
    type: String = "text/plain"
  ) throws -> URLRequest {
    var request = URLRequest(url: try XCTUnwrap(URL(string: address)))
    request.httpMethod = method
    request.httpBody = Data(body.utf8)
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    return request
  }

  @available(*, deprecated)
  func testClosuresCanBeCombined() throws {
    let request = try request()
    XCTAssert((yes && yes)(request) && !(yes && no)(request) && !(no && yes)(request))
    XCTAssert((yes || no)(request) && (no || yes)(request) && !(no || no)(request))
    XCTAssert((!no)(request) && !(!yes)(request))
  }

  @available(*, deprecated)
  func testClosuresAndMatchersCanBeCombined() throws {
    let users = isPath("/users")
    let request = try request()
    XCTAssert((yes && users)(request) && !(no && users)(request))
    XCTAssert((users && yes)(request) && !(users && no)(request))
    XCTAssert((no || users)(request) && !(no || !users)(request))
    XCTAssert((users || no)(request) && !(!users || no)(request))
    let both: RequestMatcher = users && yes
    XCTAssertEqual(both.description, #"isPath("/users") && satisfies { … }"#)
  }

  @available(*, deprecated)
  private let blocks: [(HTTPStubsTestBlock, Bool)] = [
    (isMethodGET(), false), (isMethodPOST(), true), (isMethodPUT(), false),
    (isMethodPATCH(), false), (isMethodDELETE(), false), (isMethodHEAD(), false),
    (isAbsoluteURLString("http://a.test/users?q=x"), true),
    (isAbsoluteURLString("http://a.test/users?q=x#f"), false),
    (isScheme("http"), true), (isHost("a.test"), true), (isHost("b.test"), false),
    (isPath("/users"), true), (pathStartsWith("/us"), true), (pathEndsWith("rs"), true),
    (pathMatches("^/u.*s$"), true), (pathMatches("USERS", options: .caseInsensitive), true),
    (isExtension("json"), false), (containsQueryParams(["q": "x"]), true),
    (containsQueryParams(["q": nil]), false), (hasHeaderNamed("Content-Type"), true),
    (hasHeaderNamed("Content-Type", value: "text/html"), false), (hasBody(Data()), true),
    (isHost("a.test") && isMethodPOST() && !isPath("/"), true),
    (isHost("b.test") || !isMethodPOST(), false),
  ]

  @available(*, deprecated)
  func testAMatcherCanBeAClosure() throws {
    let request = try request()
    for (index, (block, expected)) in blocks.enumerated() {
      XCTAssertEqual(block(request), expected, "block \(index)")
    }
  }

  @available(*, deprecated)
  func testARegularExpressionCanBeAClosure() throws {
    let block: HTTPStubsTestBlock = pathMatches(try NSRegularExpression(pattern: "^/users$"))
    XCTAssert(block(try request()))
  }

  @available(*, deprecated)
  func testFormsAreComparedWithItems() throws {
    let form = try request(body: "a=1&b&a=2", type: "application/x-www-form-urlencoded")
    let items = [("a", "2"), ("b", nil), ("a", "1")].map { URLQueryItem(name: $0, value: $1) }
    let fewer = Array(items.dropLast())
    XCTAssert(hasFormBody(items)(form))
    XCTAssertFalse(hasFormBody(fewer)(form))
    let blocks: [HTTPStubsTestBlock] = [
      hasFormBody(items), hasFormBody(items[0], items[1], items[2]), hasFormBody(fewer),
      hasFormBody(["b": nil]),
    ]
    XCTAssertEqual(blocks.map { $0(form) }, [true, true, false, false])
  }

  @available(*, deprecated)
  func testJSONIsComparedWithWhatFoundationHas() throws {
    let json = try request(body: #"{"a": 1, "b": {"c": [true, null]}}"#)
    let object: [AnyHashable: Any] = ["a": 1, "b": ["c": [true, NSNull()]] as [AnyHashable: Any]]
    let other: [AnyHashable: Any] = ["a": 1, 2: "b"]
    let plain: [String: Any] = ["a": 1, "b": ["c": [true, NSNull()]]]
    XCTAssert(hasJsonBody(object)(json))
    XCTAssert(hasJsonBody(plain)(json))
    XCTAssertFalse(hasJsonBody(other)(json))
    let blocks: [HTTPStubsTestBlock] = [hasJsonBody(object), hasJsonBody(other)]
    XCTAssertEqual(blocks.map { $0(json) }, [true, false])
  }

  @available(*, deprecated)
  func testARequestHasItsBodyUnderTheOtherName() throws {
    let request = try request(body: "x")
    XCTAssertEqual(request.ohhttpStubs_httpBody, Data("x".utf8))
    let object = NSMutableURLRequest(url: try XCTUnwrap(request.url))
    object.httpBody = Data("y".utf8)
    XCTAssertEqual(object.ohhttpStubs_HTTPBody(), Data("y".utf8))
  }
}

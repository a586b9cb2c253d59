// swift-format-ignore-file: OnlyOneTrailingClosureArgument
// This is how code for OHHTTPStubs is written.

import StubKitOHHTTPStubs
import StubKitTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Code that registers stubs as OHHTTPStubs has it.
final class RegisteringTests: StubbedTestCase {
  @available(*, deprecated)
  func testAStubOfClosuresAnswersTheRequestsThatItMatches() async throws {
    stub(condition: { $0.url?.path == "/users" && $0.httpMethod == "POST" }) { request in
      HTTPStubsResponse(
        data: request.ohhttpStubs_httpBody ?? Data(), statusCode: 201, headers: ["X-A": "b"])
    }
    let answer = try await ask("http://a.test/users", method: "POST", body: "Ada")
    XCTAssertEqual(answer.status, 201)
    XCTAssertEqual(answer.headers["X-A"], "b")
    XCTAssertEqual(answer.text, "Ada")
    let isMatch = StubRegistry.current.stubs[0].condition
    XCTAssertFalse(isMatch(URLRequest(url: try XCTUnwrap(URL(string: "http://a.test/users")))))
  }

  @available(*, deprecated)
  func testClosuresSeeWhatIsUploaded() async throws {
    stub(condition: isMethodPUT()) { request in
      HTTPStubsResponse(data: request.httpBody ?? Data(), statusCode: 200, headers: nil)
    }
    var request = URLRequest(url: try XCTUnwrap(URL(string: "http://a.test/users")))
    request.httpMethod = "PUT"
    let (data, _) = try await URLSession.shared.upload(for: request, from: Data("Ada".utf8))
    XCTAssertEqual(data, Data("Ada".utf8))
  }

  @available(*, deprecated)
  func testTheFunctionsHaveTheNamesOfTheirModulesInFront() async throws {
    OHHTTPStubsSwift.stub {
      $0.url?.path == "/users"
    } response: { _ in
      HTTPStubsResponse(data: Data("Ada".utf8), statusCode: 200, headers: nil)
    }
    OHHTTPStubs.stub(condition: isHost("a.test") && isPath("/missing")) { _ in
      OHHTTPStubs.fixture(filePath: "/nowhere/users.json", status: 404, headers: nil)
    }.name = "missing"
    let answer = try await ask("http://a.test/users")
    XCTAssertEqual(answer.text, "Ada")
    XCTAssertEqual(
      HTTPStubs.allStubs().map { ($0 as? any HTTPStubsDescriptor)?.name }, [nil, "missing"])
  }

  @available(*, deprecated)
  func testTheNewestOfTheStubsThatMatchAnswers() async throws {
    HTTPStubs.stubRequests(
      passingTest: { _ in true },
      withStubResponse: { _ in HTTPStubsResponse(data: Data(), statusCode: 404, headers: nil) })
    stub(condition: isHost("a.test") && isPath("/new")) { _ in
      HTTPStubsResponse(data: Data(), statusCode: 200, headers: nil)
    }
    let answer1 = try await ask("http://a.test/new")
    XCTAssertEqual(answer1.status, 200)
    let answer2 = try await ask("http://a.test/other")
    XCTAssertEqual(answer2.status, 404)
  }

  @available(*, deprecated)
  func testADescriptorLivesAsLongAsItsStubAndRemovesIt() async throws {
    weak var weakStub: (any HTTPStubsDescriptor)?
    weakStub = stub(condition: isPath("/a")) { _ in HTTPStubsResponse() }
    weakStub?.name = "first"
    let names = HTTPStubs.allStubs().map { ($0 as? any HTTPStubsDescriptor)?.name }
    XCTAssertEqual(names, ["first"])

    let descriptor = try XCTUnwrap(weakStub)
    XCTAssert(HTTPStubs.removeStub(descriptor))
    XCTAssertFalse(HTTPStubs.removeStub(descriptor))
    XCTAssert(HTTPStubs.allStubs().isEmpty)
  }

  @available(*, deprecated)
  func testARemovedStubLetsItsDescriptorGo() throws {
    weak var weakStub: (any HTTPStubsDescriptor)?
    weakStub = stub(condition: isPath("/a")) { _ in HTTPStubsResponse() }
    XCTAssertNotNil(weakStub)
    HTTPStubs.removeAllStubs()
    XCTAssertNil(weakStub)
    XCTAssert(StubRegistry.current.stubs.isEmpty)
  }

  @available(*, deprecated)
  func testDescriptorsOfRemovedStubsDoNotPileUp() throws {
    struct Weak {
      weak var descriptor: (any HTTPStubsDescriptor)?
    }
    var made: [Weak] = []
    let kept = stub(condition: isPath("/kept")) { _ in HTTPStubsResponse() }
    for number in 0..<200 {
      let descriptor = stub(condition: isPath("/\(number)")) { _ in HTTPStubsResponse() }
      made.append(Weak(descriptor: descriptor))
      StubRegistry.current.stubs.last?.remove()
    }
    // They are looked for when there are 64: which of them have gone by then is up to the allocator.
    XCTAssertLessThanOrEqual(made.count { $0.descriptor != nil }, 64)
    XCTAssertEqual(HTTPStubs.allStubs().map { $0 as AnyObject === kept }, [true])
  }

  @available(*, deprecated)
  func testStubKitsStubsAreListedAndCanBeRemovedToo() throws {
    let users = stub(condition: isPath("/users"), named: "users", response: .status(204))
    let descriptor = try XCTUnwrap(HTTPStubs.allStubs().first as? any HTTPStubsDescriptor)
    XCTAssertEqual(descriptor.name, "users")
    XCTAssert(HTTPStubs.removeStub(users))
    XCTAssertFalse(HTTPStubs.removeStub(descriptor))
    XCTAssertFalse(users.isActive)
  }

  @available(*, deprecated)
  func testAStubSaysWhereItWasRegistered() throws {
    stub(condition: isPath("/a")) { _ in HTTPStubsResponse() }
    XCTAssertEqual(StubRegistry.current.stubs.first?.location.line, #line - 1)
    XCTAssert("\(StubRegistry.current.stubs)".contains("RegisteringTests.swift"))
  }

  @available(*, deprecated)
  func testDisabledStubsAnswerNothing() throws {
    XCTAssert(HTTPStubs.isEnabled())
    HTTPStubs.setEnabled(false)
    XCTAssertFalse(HTTPStubs.isEnabled())
    XCTAssertFalse(StubRegistry.current.isEnabled)
    HTTPStubs.setEnabled(true)
    XCTAssert(StubRegistry.current.isEnabled)
  }

  @available(*, deprecated)
  func testAConfigurationCanBeTakenOutAndPutBack() throws {
    let configuration = URLSessionConfiguration.default
    XCTAssert(HTTPStubs.isEnabled(for: configuration))
    HTTPStubs.setEnabled(false, for: configuration)
    XCTAssertFalse(HTTPStubs.isEnabled(for: configuration))
    HTTPStubs.setEnabled(true, for: configuration)
    HTTPStubs.setEnabled(true, for: configuration)
    XCTAssert(HTTPStubs.isEnabled(for: configuration))
    let classes = configuration.protocolClasses ?? []
    XCTAssertEqual(classes.filter { $0 is StubURLProtocol.Type }.count, 1)
    final class Other: URLProtocol {}
    configuration.protocolClasses = [Other.self]
    HTTPStubs.setEnabled(true, for: configuration)
    XCTAssert(configuration.protocolClasses?.first is StubURLProtocol.Type, "it is asked first")
  }

  /// Code whose closures hold what is not Sendable, and change it.
  @available(*, deprecated)
  func testClosuresMayHoldAndChangeWhatIsNotSendable() async throws {
    final class Client {
      var paths: [String] = []
    }
    let client = Client()
    var count = 0
    stub(condition: { _ in client.paths.count < 2 }) { request in
      client.paths.append(request.url?.path ?? "")
      count += 1
      return HTTPStubsResponse(data: Data(), statusCode: 200, headers: nil)
    }
    _ = try await ask("http://a.test/1")
    _ = try await ask("http://a.test/2")
    XCTAssertEqual(client.paths, ["/1", "/2"])
    XCTAssertEqual(count, 2)
  }

  @available(*, deprecated)
  @MainActor func testClosuresThatAreMadeOnTheMainActorRunElsewhere() async throws {
    stub(condition: { $0.url?.path == "/main" }) { _ in
      HTTPStubsResponse(data: Data("main".utf8), statusCode: 200, headers: nil)
    }
    let answer3 = try await ask("http://a.test/main")
    XCTAssertEqual(answer3.text, "main")
  }
}

import Foundation
import StubKit
import StubKitTesting
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests that fail, of requests that have secrets: `.ci/secrets` looks for these in what is printed.
///
/// No secret is a literal, since a testing library prints the source of what it expects.
private func secret(_ number: Int) -> String { ["zQ", "9x", "Secret", "\(number)"].joined() }

/// What is shown where a test asks for it, so that it is known that the output would have it.
private func shown(_ number: Int) -> String { ["yW", "8v", "Shown", "\(number)"].joined() }

private func request(_ path: String, with secret: (Int) -> String = secret) throws -> URLRequest {
  let address =
    "https://ann:\(secret(1))@api.test\(path)?page=2&access_token=\(secret(2))#id_token=\(secret(3))"
  var request = URLRequest(url: try #require(URL(string: address)))
  request.httpMethod = "POST"
  request.setValue("Bearer \(secret(4))", forHTTPHeaderField: "Authorization")
  request.setValue("theme=dark; sid=\(secret(5))", forHTTPHeaderField: "Cookie")
  request.setValue(secret(6), forHTTPHeaderField: "X-Api-Key")
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  let json =
    #"{"user": "ann", "password": "\#(secret(7))", "again": "\#(secret(4))", "#
    + #""deep": {"tokens": ["\#(secret(8))"]}}"#
  request.httpBody = Data(json.utf8)
  return request
}

/// The same secrets in a form, and in a form in parts.
private func formOfSecrets() throws -> StubRequest {
  var request = try request("/form")
  request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
  request.httpBody = Data("user=ann&password=\(secret(7))&access_token=\(secret(2))".utf8)
  return StubRequest(request)
}

private func partsOfSecrets() throws -> StubRequest {
  var request = try request("/parts")
  request.setValue("multipart/form-data; boundary=x", forHTTPHeaderField: "Content-Type")
  let part = "--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n"
  request.httpBody = Data("\(part)\(secret(7))\r\n--x--".utf8)
  return StubRequest(request)
}

@discardableResult
private func send(_ path: String, with secret: (Int) -> String = secret) async throws -> Data {
  try await URLSession.shared.data(for: try request(path, with: secret)).0
}

@Suite(.stubbed(unused: .error)) struct FailingTests {
  @Test func `a request that no stub matches`() async throws {
    stub(
      condition: isPath("/login") && hasBearerToken("b") && hasCookie("sid", value: "c")
        && hasHeaderNamed("X-Api-Key", value: "d") && containsJson(["password": "e"])
        && containsQuery(["access_token": "f"]) && bodyContains("g"), response: .json([:]))
    try await send("/login")
  }

  @Test func `one that has its secret in the path`() async throws {
    stub(condition: isPath("/login"), response: .json([:]))
    try await send("/login")
    try await send("/reset/\(secret(4))/x")
  }

  @Test func `a closure that throws what it was given`() async throws {
    struct Wrong: Error { let text: String }
    stub(condition: isPath("/login")) { request in
      throw Wrong(
        text: "\(request.headers) \(String(decoding: request.body ?? Data(), as: UTF8.self))")
    }
    // The error itself is the test's own: what is told of it is not.
    _ = try? await send("/login")
  }

  @Test func `expectations about requests`() async throws {
    let registry = StubRegistry.current
    let events = Events()
    let token = registry.onEvent { events.add($0) }
    defer { token.cancel() }
    let login = stub(
      condition: isPath("/login"),
      response: .text("").with(header: "Set-Cookie", value: "sid=\(secret(9)); Path=/"))
    try await send("/login")
    #expect(registry.exchanges.isEmpty)
    #expect(login.requests.isEmpty)
    #expect(login.requests.first?.headers == [:])
    #expect(login.requests.first?.headers.map { $0 } == [])
    #expect("\(login.requests)" == "")
    #expect(login.requests.first.map { "\($0.testDescription)" } == nil)
    #expect(login.requests.first?.form == nil && login.requests.first?.headers["Accept"] == "none")
    #expect("\(try formOfSecrets().form?.description ?? "")" == "")
    #expect("\(try partsOfSecrets().multipart?.description ?? "")" == "")
    #expect(try partsOfSecrets().multipart?.first == nil)
    #expect(String(reflecting: registry.exchanges) == "")
    #expect(registry.exchanges.first?.response?.headers == [:])
    #expect(events.all.isEmpty)
    #expect("\(events.all)" == "")
    try registry.verify()
    #expect(registry.explain(try request("/other")) == "")
    #expect(registry.requests(matching: isPath("/other")).count == 1)
  }

  @Test func `an error that leaves the test`() async throws {
    stub(condition: isPath("/login"), response: .failure(.timedOut))
    try await send("/login")
  }

  @Test func `verify, after the app has swallowed the error`() async throws {
    try await withStubs { registry in
      _ = try? await send("/login")
      try registry.verify()
    }
  }

  @Test func `a stub that waits`() async throws {
    let login = stub(condition: isPath("/login"), response: .json([:]))
    _ = try? await send("/other")
    try await login.waitForRequests(timeout: .zero)
  }
}

@Test(.stubbed(showingSecrets: true)) func `a test that shows them`() async throws {
  stub(condition: isPath("/login") && hasBearerToken("b"), response: .json([:]))
  try await send("/login", with: shown)
}

final class FailingCase: StubbedTestCase {
  func testARequestThatNoStubMatches() async throws {
    stub(condition: isPath("/login") && hasBearerToken("b"), response: .json([:]))
    _ = try? await send("/login")
    XCTAssertEqual(registry.exchanges.count, 0)
    XCTAssertEqual("\(registry.exchanges)", "")
    XCTAssertEqual(registry.exchanges.first?.request.headers, [:])
    XCTAssertNil(registry.exchanges.first?.request)
    try registry.verify()
  }
}

/// What a registry has told of.
private final class Events: @unchecked Sendable {
  private let lock = NSLock()
  private var events: [StubEvent] = []

  var all: [StubEvent] { lock.withLock { events } }

  func add(_ event: StubEvent) { lock.withLock { events.append(event) } }
}

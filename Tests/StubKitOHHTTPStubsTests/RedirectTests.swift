import StubKitOHHTTPStubs
import StubKitTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Redirects of stubs that are registered as OHHTTPStubs has it.
final class RedirectTests: StubbedTestCase {
  @available(*, deprecated)
  private func redirect(
    _ condition: RequestMatcher, to location: String?, status: Int32 = 302,
    headers: [String: String] = [:]
  ) {
    stub(condition: condition) { _ in
      HTTPStubsResponse(
        data: Data(), statusCode: status,
        headers: headers.merging(location.map { ["Location": $0] } ?? [:]) { $1 })
    }
  }

  /// Stubs where redirects lead to, and says in a line what arrives there.
  @available(*, deprecated)
  private func target(_ path: String = "/to", noting fields: [String] = []) -> Notes {
    let notes = Notes()
    stub(condition: isPath(path)) { request in
      let values = fields.map { request.value(forHTTPHeaderField: $0) ?? "-" }
      let body = request.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? "-"
      notes.add(([request.httpMethod ?? "", body] + values).joined(separator: " "))
      return HTTPStubsResponse(data: Data("there".utf8), statusCode: 200, headers: nil)
    }
    return notes
  }

  @available(*, deprecated)
  func testMethodAndBodyStayButAfterWhatIsNotARedirectOfTheSameRequest() async throws {
    for status: Int32 in [301, 302, 303, 304, 305, 307, 308, 399] {
      HTTPStubs.removeAllStubs()
      redirect(isPath("/from"), to: "http://a.test/to", status: status)
      let arrived = target(noting: ["X-A"])
      for (method, body) in [
        ("GET", nil), ("HEAD", nil), ("POST", "abc"), ("PUT", "abc"), ("DELETE", nil),
      ] {
        let before = arrived.all.count
        let answer = try await ask(
          "http://a.test/from", method: method, headers: ["X-A": "1"], body: body)
        XCTAssertEqual(answer.status, 200)
        let isKept = [301, 302, 307, 308].contains(status)
        XCTAssertEqual(
          arrived.all.dropFirst(before),
          [isKept ? "\(method) \(body ?? "-") 1" : "GET - -"], "\(status) \(method)")
      }
    }
  }

  @available(*, deprecated)
  func testWhatIsForOneServerIsLeftOutAlsoOnTheWayToTheSame() async throws {
    redirect(isPath("/from"), to: "http://a.test/to")
    let fields = [
      "Authorization", "Proxy-Authorization", "WWW-Authenticate", "Connection", "X-A",
      "Content-Type",
    ]
    let arrived = target(noting: fields)
    _ = try await ask(
      "http://a.test/from", method: "POST",
      headers: Dictionary(uniqueKeysWithValues: fields.map { ($0, "x") }), body: "abc")
    XCTAssertEqual(arrived.all, ["POST abc - - - - x x"])
  }

  @available(*, deprecated)
  func testWithoutALocationAndWithThreeHundredTheAnswerIsTheAnswer() async throws {
    redirect(isPath("/nowhere"), to: nil)
    redirect(isPath("/choices"), to: "/to", status: 300)
    let nowhere = try await ask("http://a.test/nowhere")
    XCTAssertEqual(nowhere.status, 302)
    let choices = try await ask("http://a.test/choices")
    XCTAssertEqual(choices.status, 300)
  }

  @available(*, deprecated)
  func testALocationMayBeRelativeAndAChainKeepsItsCookies() async throws {
    redirect(
      isPath("/a"), to: "b", status: 301, headers: ["Set-Cookie": "session=1; Path=/"])
    redirect(isPath("/b"), to: "/to?x=1", status: 308)
    let arrived = target(noting: ["Cookie"])
    _ = try await ask("http://a.test/a", method: "POST", body: "abc")
    XCTAssertEqual(arrived.all, ["POST abc session=1"])
    XCTAssertEqual(
      StubRegistry.current.exchanges.map { $0.request.url?.absoluteString ?? "" },
      ["http://a.test/a", "http://a.test/b", "http://a.test/to?x=1"])
  }

  @available(*, deprecated)
  func testARingOfRedirectsEnds() async throws {
    redirect(isPath("/ring"), to: "/ring", status: 307)
    do {
      _ = try await ask("http://a.test/ring", method: "POST", body: "abc")
      XCTFail("It ended nowhere.")
    } catch let error as URLError {
      XCTAssertEqual(error.code, .httpTooManyRedirects)
    }
  }

  @available(*, deprecated)
  func testMocktailsRedirectLikeThat() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).tail")
    try Data("POST\n/from$\n302\nLocation: http://a.test/to\n\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try HTTPStubs.stubRequests(usingMocktail: file)
    let arrived = target()
    _ = try await ask("http://a.test/from", method: "POST", body: "abc")
    XCTAssertEqual(arrived.all, ["POST abc"])
  }

  /// A line that has been rewritten is StubKit's, whatever stands around it.
  @available(*, deprecated)
  func testStubKitsOwnStubsBesideThemRedirectAsTheLoaderDoes() async throws {
    stub(condition: isPath("/from"), response: .redirect(to: try XCTUnwrap(URL(string: "/to"))))
    let arrived = target(noting: ["Authorization"])
    _ = try await ask(
      "http://a.test/from", method: "POST", headers: ["Authorization": "x"], body: "abc")
    XCTAssertEqual(arrived.all, ["GET - x"])
  }
}

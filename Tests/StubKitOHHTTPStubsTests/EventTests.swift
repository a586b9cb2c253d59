import StubKitOHHTTPStubs
import StubKitTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The four closures that hear of requests.
final class EventTests: StubbedTestCase {
  @available(*, deprecated)
  func testEveryClosureHearsOfItsPartOfARequest() async throws {
    let notes = Notes()
    HTTPStubs.onStubActivation { request, stub, response in
      notes.add("activation \(request.url?.path ?? "") \(stub.name ?? "-") \(response.statusCode)")
    }
    HTTPStubs.onStubRedirectResponse { request, next, stub, response in
      let paths = "\(request.url?.path ?? "") \(next.url?.path ?? "")"
      notes.add("redirect \(paths) \(stub.name ?? "-") \(response.statusCode)")
    }
    HTTPStubs.afterStubFinish { request, stub, response, error in
      let end =
        "\(response.statusCode) \(response.dataSize) \((error as? URLError)?.code.rawValue ?? 0)"
      notes.add("finish \(request.url?.path ?? "") \(stub.name ?? "-") \(end)")
    }
    stub(condition: isPath("/old")) { _ in
      HTTPStubsResponse(
        data: Data(), statusCode: 302, headers: ["Location": "http://a.test/new"])
    }.name = "old"
    stub(condition: isPath("/new"), named: "new", response: .text("new"))
    stub(condition: isPath("/broken")) { _ in HTTPStubsResponse(error: URLError(.timedOut)) }.name =
      "broken"
    _ = try await ask("http://a.test/old")
    _ = try? await ask("http://a.test/broken")
    XCTAssertEqual(
      notes.all,
      [
        "activation /old old 302", "redirect /old /new old 302", "finish /old old 302 0 0",
        "activation /new new 0", "finish /new new 200 3 0", "activation /broken broken 0",
        "finish /broken broken 0 0 \(URLError.Code.timedOut.rawValue)",
      ])
  }

  @available(*, deprecated)
  func testARedirectIsToldWithTheRequestThatFollows() async throws {
    let told = Notes()
    HTTPStubs.onStubRedirectResponse { _, next, _, _ in told.add(Self.line(next)) }
    stub(condition: pathStartsWith("/from/")) { request in
      let path = request.url?.path ?? ""
      let location = path.hasSuffix("away") ? "http://b.test/to" : "/to"
      return HTTPStubsResponse(
        data: Data(), statusCode: Int32(path.split(separator: "/")[1]) ?? 0,
        headers: ["Location": location])
    }
    let sent = Notes()
    stub(condition: isPath("/to")) { request in
      sent.add(Self.line(request))
      return HTTPStubsResponse(data: Data(), statusCode: 200, headers: nil)
    }
    for path in ["301", "303", "307", "307/away"] {
      _ = try await ask(
        "http://a.test/from/\(path)", method: "POST",
        headers: ["Authorization": "Bearer x", "Content-Type": "text/plain"], body: "abc")
    }
    XCTAssertEqual(
      told.all,
      [
        "POST http://a.test/to - text/plain abc", "GET http://a.test/to - - -",
        "POST http://a.test/to - text/plain abc", "POST http://b.test/to - text/plain abc",
      ])
    XCTAssertEqual(sent.all, told.all)
  }

  /// What a request is, in a line.
  private static func line(_ request: URLRequest) -> String {
    let fields = ["Authorization", "Content-Type"].map {
      request.value(forHTTPHeaderField: $0) ?? "-"
    }
    let body = request.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? "-"
    return ([request.httpMethod ?? "-", request.url?.absoluteString ?? "-"] + fields + [body])
      .joined(separator: " ")
  }

  @available(*, deprecated)
  func testARequestThatNoStubMatchesIsTold() async throws {
    let notes = Notes()
    StubRegistry.current.unmatched = .fail(except: isPath("/none"))
    HTTPStubs.onStubMissing { notes.add("missing \($0.url?.path ?? "")") }
    let url = try XCTUnwrap(URL(string: "http://localhost:1/none"))
    _ = try? await URLSession.shared.data(from: url)
    XCTAssertEqual(notes.all, ["missing /none"])
  }

  @available(*, deprecated)
  func testWhatAListenerRegistersIsOfItsTest() async throws {
    StubRegistry.current.unmatched = .fail(except: isPath("/late"))
    HTTPStubs.onStubMissing { _ in
      HTTPStubs.onStubMissing(nil)
      stub(condition: isPath("/late")) { _ in
        HTTPStubsResponse(data: Data("late".utf8), statusCode: 200, headers: nil)
      }
    }
    _ = try? await ask("http://localhost:1/late")
    let answer = try await ask("http://localhost:1/late")
    XCTAssertEqual(answer.text, "late")
  }

  @available(*, deprecated)
  func testAnActivationHasTheVeryResponseAndTheNameOfTheMoment() async throws {
    let notes = Notes()
    let response = HTTPStubsResponse(data: Data(), statusCode: 200, headers: nil)
    let descriptor = stub(condition: isHost("a.test")) { _ in response }
    HTTPStubs.onStubActivation { _, stub, activated in
      notes.add("\(stub === descriptor) \(activated === response) \(stub.name ?? "-")")
    }
    _ = try await ask("http://a.test/")
    descriptor.name = "named"
    _ = try await ask("http://a.test/")
    XCTAssertEqual(notes.all, ["true true -", "true true named"])
  }

  @available(*, deprecated)
  func testAStubThatRemovesItselfIsToldOfByItsOwnDescriptor() async throws {
    let notes = Notes()
    // The test itself does not keep the descriptor.
    stub(condition: isHost("a.test")) { _ in
      HTTPStubs.removeAllStubs()
      return HTTPStubsResponse(data: Data(), statusCode: 200, headers: nil)
    }.name = "login"
    HTTPStubs.onStubActivation { _, stub, _ in notes.add("activation \(stub.name ?? "-")") }
    HTTPStubs.afterStubFinish { _, stub, _, _ in notes.add("finish \(stub.name ?? "-")") }
    _ = try await ask("http://a.test/")
    XCTAssertEqual(notes.all, ["activation login", "finish login"])
  }

  @available(*, deprecated)
  func testNilEndsItAndSoDoesAReset() async throws {
    let notes = Notes()
    stub(condition: isHost("a.test"), response: .status(204))
    HTTPStubs.onStubActivation { _, _, _ in notes.add("activation") }
    HTTPStubs.afterStubFinish { _, _, _, _ in notes.add("finish") }
    HTTPStubs.onStubActivation(nil)
    _ = try await ask("http://a.test/")
    HTTPStubs.afterStubFinish(nil)
    _ = try await ask("http://a.test/")
    XCTAssertEqual(notes.all, ["finish"])

    HTTPStubs.onStubActivation { _, _, _ in notes.add("before the reset") }
    StubRegistry.current.reset()
    HTTPStubs.onStubActivation { _, _, _ in notes.add("after it") }
    stub(condition: isHost("a.test"), response: .status(204))
    _ = try await ask("http://a.test/")
    XCTAssertEqual(notes.all, ["finish", "after it"])
  }
}

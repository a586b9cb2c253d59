import Foundation
import StubKit
import StubKitServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Flows of several requests by both doors, and what is told of them.
@Suite
struct `Flows through two doors` {
  @Test(arguments: Entrance.allCases)
  func `cookies are kept and sent`(way: Entrance) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      stub(
        condition: isPath("/login"),
        response: .status(204, headers: ["Set-Cookie": "seat=7; Domain=shop.com; Secure; Path=/"]))
      stub(
        condition: isPath("/me") && hasHeaderNamed("Cookie", value: "seat=7"), response: .text("7"))
      let visitor = try Visitor(by: way, to: registry)
      #expect(try await visitor.ask("/login", method: "POST").status == 204)
      #expect(try await visitor.ask("/me").text == "7")
    }
  }

  @Test(arguments: Entrance.allCases)
  func `delays and throttles take the registry's time`(way: Entrance) async throws {
    try await withStubs(clock: FastForwardClock()) { (registry: StubRegistry) async throws in
      stub(condition: isPath("/late"), response: .text("late").delayed(by: .seconds(90)))
      stub(
        condition: isPath("/slow"),
        response: .text(String(repeating: "x", count: 1_000)).throttled(bytesPerSecond: 100))
      #expect(try await way.ask("/late", of: registry).text == "late")
      #expect(registry.elapsed == .seconds(90))
      #expect(try await way.ask("/slow", of: registry).text.count == 1_000)
      #expect(registry.elapsed == .seconds(100))
    }
  }

  @Test(arguments: Entrance.allCases)
  func `forms, files and fields with several values`(way: Entrance) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(#"{"a": 1}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await withStubs { (registry: StubRegistry) async throws in
      stub(
        condition: isMethodPUT() && hasFormBody(["name": "Ada & Co", "n": "1"]),
        response: .file(file, headers: ["Link": "a, b"]))
      let answer = try await way.ask(
        "/form", method: "PUT", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: "n=1&name=Ada+%26+Co", of: registry)
      #expect(answer.text == #"{"a": 1}"#)
      #expect(answer.headers["link"] == "a, b")
      #expect(answer.headers["content-type"] == "application/json")
    }
  }

  @Test(arguments: Entrance.allCases)
  func `the log and the events`(way: Entrance) async throws {
    try await withStubs(clock: FastForwardClock()) { (registry: StubRegistry) async throws in
      let events = Locked<[String]>([])
      let token = registry.onEvent { event in
        events.withLock { $0.append("\(event.kind) \(event.request.url?.path ?? "")") }
      }
      stub(condition: isPath("/basket"), named: "basket", response: .json(["n": 2], status: 201))
      stub(condition: isPath("/pay"), response: .failure(.networkConnectionLost))
      let visitor = try Visitor(by: way, to: registry)
      _ = try await visitor.ask("/basket", method: "POST", body: "a book")
      _ = try? await visitor.ask("/pay")
      token.cancel()
      let exchange = try #require(registry.exchanges.first)
      #expect(exchange.request.body == Data("a book".utf8))
      #expect(exchange.stub?.name == "basket")
      #expect(exchange.response?.status == 201)
      #expect(exchange.responseBody == Data(#"{"n":2}"#.utf8))
      #expect(registry.exchanges.map(\.outcome) == [.finished, .failed])
      #expect(
        events.withLock(\.self) == [
          "activated /basket", "finished /basket", "activated /pay", "finished /pay",
        ])
      let archive = String(decoding: registry.conversation.har(), as: UTF8.self)
      #expect(archive.contains("https://api.shop.com/basket"))
      #expect(archive.contains("a book"))
    }
  }

  @Test(arguments: Entrance.allCases)
  func `many at once are counted, each once`(way: Entrance) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      let many = stub(condition: isPathTemplate("/n/{n}"), expected: 50) { request in
        .text(request.pathParameters["n"] ?? "?")
      }
      let visitor = try Visitor(by: way, to: registry)
      try await withThrowingTaskGroup { group in
        for number in 0..<50 {
          group.addTask {
            let answer = try await visitor.ask("/n/\(number)")
            #expect(answer.text == "\(number)")
          }
        }
        try await group.waitForAll()
      }
      #expect(many.callCount == 50)
      #expect(Set(many.requests.map { $0.url?.path }).count == 50)
    }
  }

  @Test(arguments: Entrance.allCases)
  func `an answer too many is an error of the test`(way: Entrance) async throws {
    try await Told.withScope { (registry: StubRegistry, told: Told) async throws in
      registry.stub(condition: isPath("/a"), expected: .never, response: .text("a"))
      _ = try? await way.ask("/a", of: registry)
      let text = await told.issue("GET https://api.shop.com/a")
      #expect(text.contains("expected no request, and this is one"))
    }
  }

  @Test(arguments: Entrance.allCases)
  func `a client that is told to go elsewhere goes there by the same way`(
    way: Entrance
  ) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      let cdn = try #require(URL(string: "https://cdn.shop.com/film?a=b"))
      stub(condition: isHost("api.shop.com"), response: .redirect(to: cdn))
      stub(
        condition: isHost("cdn.shop.com") && containsQuery(["a": "b"]), response: .text("a film"))
      #expect(try await way.ask("/film", of: registry).text == "a film")
    }
  }

  @Test(arguments: Entrance.allCases)
  func `404 and 500 are answers, and HEAD has no body`(way: Entrance) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      stub(condition: isPath("/gone"), response: .json(["error": "gone"], status: 404))
      stub(condition: isPath("/broken"), response: .text("broken", status: 500))
      stub(condition: isPath("/head"), response: .text("12345"))
      let visitor = try Visitor(by: way, to: registry)
      #expect(try await visitor.ask("/gone").text == #"{"error":"gone"}"#)
      #expect(try await visitor.ask("/broken").status == 500)
      let head = try await visitor.ask("/head", method: "HEAD")
      #expect(head.text == "")
      #expect(head.headers["content-length"] == "5")
    }
  }
}

import Foundation
import StubKit
import StubKitServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is the same by both doors. What differs, and why:
///
/// - timeouts: a client's own patience is real, and nobody tells a server of it;
/// - challenges: a session's delegate is asked by the session, not by StubKit;
/// - the progress of an upload: a session is told by its own sending;
/// - a truncated body: its `Content-Length` says what comes, since a wire has no other end;
/// - unmatched requests, closures that throw, and a missing fixture are answers (501, 500).
@Suite
struct `One table for two doors` {
  @Test(arguments: Entrance.allCases)
  func `status, fields and body`(way: Entrance) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      stub(
        condition: isHost("api.shop.com") && isScheme("https") && isPath("/a"),
        response: .json(["b": 1], status: 201, headers: ["X-C": "d"]))
      let answer = try await way.ask("/a", of: registry)
      #expect(answer.status == 201)
      #expect(answer.text == #"{"b":1}"#)
      #expect(answer.headers["x-c"] == "d")
      #expect(answer.headers["content-type"] == "application/json")
      #expect(answer.headers["content-length"] == "7")
    }
  }

  @Test(arguments: Entrance.allCases, [200, 204, 206, 400, 404, 418, 500, 503, 599])
  func `each status`(way: Entrance, status: Int) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      stub(condition: isPath("/a"), response: .status(status))
      #expect(try await way.ask("/a", of: registry).status == status)
      #expect(registry.exchanges.map(\.outcome) == [.finished])
    }
  }

  @Test(arguments: Entrance.allCases)
  func `what matchers see of a request`(way: Entrance) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      stub(
        condition: isMethodPOST() && isPath("/a b") && containsQuery(["q": "ü&", "n": "1"])
          && hasHeaderNamed("X-Own", value: "1") && hasJsonBody(["id": 7]),
        response: .text("found"))
      let answer = try await way.ask(
        "/a%20b?n=1&q=%C3%BC%26", method: "POST",
        headers: ["X-Own": "1", "Content-Type": "application/json"], body: #"{"id": 7}"#,
        of: registry)
      #expect(answer.text == "found")
      let request = try #require(registry.exchanges.first?.request)
      #expect(request.url?.absoluteString == "https://api.shop.com/a%20b?n=1&q=%C3%BC%26")
      #expect(request.headers["Content-Length"] == nil)
      #expect(request.headers["Host"] == nil)
    }
  }

  @Test(arguments: Entrance.allCases)
  func `closures, parameters and sequences`(way: Entrance) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      stub(condition: isPathTemplate("/users/{id}")) { request in
        .text("user \(request.pathParameters["id"] ?? "?")")
      }
      stub(condition: isPath("/later")) { _ async throws -> StubResponse in
        await Task.yield()
        return .text("later")
      }
      stub(condition: isPath("/turns"), response: .sequence(.text("1"), .text("2")))
      #expect(try await way.ask("/users/7", of: registry).text == "user 7")
      #expect(try await way.ask("/later", of: registry).text == "later")
      #expect(try await way.ask("/turns", of: registry).text == "1")
      #expect(try await way.ask("/turns", of: registry).text == "2")
    }
  }

  @Test(arguments: Entrance.allCases)
  func `streams and their pieces`(way: Entrance) async throws {
    try await withStubs(clock: FastForwardClock()) { (registry: StubRegistry) async throws in
      stub(
        condition: isPath("/a"),
        response: .stream([
          .data(Data("a".utf8)), .data(Data("b".utf8), after: .seconds(60)),
          .data(Data("c".utf8), after: .seconds(30)),
        ]))
      // The idle time of a session is its own.
      let answer = try await way.ask("/a", of: registry)
      #expect(answer.text == "abc")
      let exchange = try #require(registry.exchanges.first)
      #expect(exchange.responseBody == Data("abc".utf8))
      #expect(exchange.duration == .seconds(90))
    }
  }

  @Test(arguments: Entrance.allCases)
  func `redirects are followed`(way: Entrance) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      let target = try #require(URL(string: "https://api.shop.com/b"))
      stub(condition: isPath("/a"), response: .redirect(to: target))
      stub(condition: isHost("api.shop.com") && isPath("/b"), response: .text("b"))
      #expect(try await way.ask("/a", of: registry).text == "b")
      #expect(
        registry.exchanges.map { $0.request.url?.absoluteString } == [
          "https://api.shop.com/a", "https://api.shop.com/b",
        ])
    }
  }

  @Test(arguments: Entrance.allCases)
  func `ranges`(way: Entrance) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      stub(condition: isPath("/a"), response: .text("0123456789").ranged())
      let answer = try await way.ask("/a", headers: ["Range": "bytes=2-4"], of: registry)
      #expect(answer.status == 206)
      #expect(answer.text == "234")
      #expect(answer.headers["content-range"] == "bytes 2-4/10")
    }
  }

  @Test(arguments: Entrance.allCases)
  func `faults`(way: Entrance) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      stub(condition: isPath("/lost"), response: .failure(.networkConnectionLost))
      stub(condition: isPath("/dropped"), response: .text("0123").dropping(afterBytes: 2))
      for path in ["/lost", "/dropped"] {
        let error = await #expect(throws: URLError.self) {
          try await way.ask(path, of: registry)
        }
        #expect(error?.code == .networkConnectionLost)
      }
      #expect(registry.exchanges.map(\.outcome) == [.failed, .failed])
    }
  }

  @Test(arguments: Entrance.allCases)
  func `counts and order`(way: Entrance) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      let first = stub(condition: isPath("/a"), times: 1, expected: 1, response: .text("1"))
      let second = stub(condition: isPath("/a"), expected: .atLeast(2), response: .text("2"))
      _ = first
      for expected in ["2", "2"] {
        #expect(try await way.ask("/a", of: registry).text == expected)
      }
      second.remove()
      #expect(try await way.ask("/a", of: registry).text == "1")
      try registry.verify()
    }
  }

  @Test(arguments: Entrance.allCases)
  func `reports of unmatched requests`(way: Entrance) async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      stub(
        condition: isHost("api.shop.com") && isPath("/users"), expected: .any, response: .json([]))
      let text: String
      do {
        text = try await way.ask("/user", of: registry).text
      } catch {
        text = error.localizedDescription + "\n"
      }
      #expect(text.hasPrefix("No stub matches GET https://api.shop.com/user\n"))
      #expect(text.contains(#"✗ isPath("/users"): the path is "/user""#))
      #expect(registry.unmatchedRequests.count == 1)
    }
  }
}

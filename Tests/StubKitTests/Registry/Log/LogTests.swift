import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a registry remembers of the requests that were asked of it.
struct LogTests {
  private let registry = StubRegistry()

  @Test func `exchanges stand in the order in which they were asked`() throws {
    let users = registry.given(isPath("/users"), line: 1)
    for path in ["/users", "/none", "/users"] { registry.ask(try .to("https://a.test" + path)) }
    #expect(registry.exchanges.map(\.request.path) == ["/users", "/none", "/users"])
    #expect(registry.exchanges.map(\.outcome) == [.finished, .unmatched, .finished])
    #expect(registry.exchanges.map { $0.stub === users } == [true, false, true])
    #expect(registry.unmatchedRequests.map(\.path) == ["/none"])
    #expect(users.requests.count == 2)
    #expect(users.callCount == 2)
  }

  @Test func `requests are found by a matcher, whoever answered them`() throws {
    registry.given(isPath("/a"), line: 1)
    registry.ask(try .to("https://a.test/a", method: "POST", body: "one"))
    registry.ask(try .to("https://a.test/b", method: "POST", body: "two"))
    registry.ask(try .to("https://a.test/b"))
    #expect(registry.requests(matching: isMethodPOST()).map(\.path) == ["/a", "/b"])
    #expect(registry.requests(matching: bodyContains("two")).map(\.path) == ["/b"])
    #expect(registry.requests(matching: isHost("b.test")).isEmpty)
  }

  @Test func `times are read from the registry's clock`() async throws {
    let clock = ManualClock()
    let registry = StubRegistry(clock: clock)
    registry.given(anyRequest(), line: 1)
    await clock.advance(by: .seconds(3))
    let exchange = registry.begin(try .to("https://a.test/"))
    #expect(registry.exchanges[0].start == .seconds(3))
    #expect(registry.exchanges[0].duration == nil)
    #expect(registry.exchanges[0].outcome == .pending)
    await clock.advance(by: .seconds(2))
    registry.end(exchange, .finished)
    #expect(registry.exchanges[0].duration == .seconds(2))
  }

  @Test func `a clock that begins meanwhile leaves no negative duration`() async throws {
    let clock = ManualClock()
    let registry = StubRegistry(clock: clock)
    registry.given(anyRequest(), line: 1)
    await clock.advance(by: .seconds(10))
    let exchange = registry.begin(try .to("https://a.test/"))
    registry.clock = ManualClock()
    registry.end(exchange, .finished)
    #expect(registry.exchanges[0].duration == .zero)
  }

  @Test func `beyond its count the oldest are dropped, and call counts stay exact`() throws {
    registry.logLimit = LogLimit(exchanges: 10)
    let stub = registry.given(anyRequest(), line: 1)
    for number in 0..<1_000 { registry.ask(try .to("https://a.test/\(number)")) }
    #expect(registry.exchanges.map(\.request.path) == (990..<1_000).map { "/\($0)" })
    #expect(stub.requests.count == 10)
    #expect(stub.callCount == 1_000)
  }

  @Test func `beyond its bytes the oldest are dropped, but never the newest`() throws {
    registry.logLimit = LogLimit(bodyBytes: 10)
    for body in ["1234", "12345", "1", "12"] {
      registry.ask(try .to("https://a.test/", method: "POST", body: body))
    }
    #expect(registry.exchanges.map { $0.request.body?.count } == [5, 1, 2])
    registry.ask(
      try .to("https://a.test/", method: "POST", body: String(repeating: "x", count: 50)))
    #expect(registry.exchanges.map { $0.request.body?.count } == [50])
    registry.ask(try .to("https://a.test/"))
    #expect(registry.exchanges.map { $0.request.body?.count } == [nil])
  }

  @Test func `a smaller limit holds at once`() throws {
    for number in 0..<100 { registry.ask(try .to("https://a.test/\(number)")) }
    registry.logLimit = LogLimit(exchanges: 2)
    #expect(registry.exchanges.map(\.request.path) == ["/98", "/99"])
  }

  @Test func `an exchange that was dropped meanwhile is not another's`() throws {
    registry.logLimit = LogLimit(exchanges: 1)
    registry.given(anyRequest(), line: 1)
    let exchange = registry.begin(try .to("https://a.test/1"))
    registry.ask(try .to("https://a.test/2"))
    registry.end(exchange, .cancelled)
    #expect(registry.exchanges.map(\.outcome) == [.finished])
    registry.reset()
    registry.end(exchange, .cancelled)
    #expect(registry.exchanges.isEmpty)
  }

  @Test func `a request that is dropped before its end ends as any other, and is then forgotten`()
    throws
  {
    registry.logLimit = LogLimit(exchanges: 1, bodyBytes: 10)
    let stub = registry.given(isPath("/1"), line: 1)
    let threw = registry.begin(try .to("https://a.test/1", method: "POST", body: "12345678"))
    let finished = registry.begin(try .to("https://a.test/1"))
    registry.ask(try .to("https://a.test/1"))
    registry.end(finished, .finished)
    #expect(throws: Never.self) { try registry.verify() }
    registry.end(threw, .threw, error: URLError(.badURL))
    #expect(registry.exchanges.map(\.outcome) == [.finished])
    #expect(stub.callCount == 3)
    let error = #expect(throws: (any Error).self) { try registry.verify() }
    #expect(error?.localizedDescription.hasPrefix("1 problem:\n") == true)
    registry.end(threw, .threw, error: URLError(.badURL))
    let another = #expect(throws: (any Error).self) { try registry.verify() }
    #expect(another?.localizedDescription == error?.localizedDescription)
  }

  @Test func `a stub is unused until it is claimed, unless any count is expected`() throws {
    let used = registry.given(isPath("/used"), line: 1)
    let unused = registry.given(isPath("/unused"), line: 2)
    registry.given(isPath("/optional"), expected: .any, line: 3)
    registry.given(isPath("/removed"), line: 4).remove()
    registry.ask(try .to("https://a.test/used"))
    #expect(registry.unusedStubs.map(\.location) == [unused.location])
    #expect(used.callCount == 1)
  }

  @Test func `exchanges print as who asked, what came and who answered`() throws {
    registry.given(isPath("/users"), named: "users", line: 12)
    registry.ask(try .to("https://a.test/users"))
    registry.ask(try .to("https://a.test/none"))
    #expect(
      registry.exchanges.map(\.description) == [
        #"GET https://a.test/users → finished from "users" isPath("/users") (UserTests.swift:12)"#,
        "GET https://a.test/none → unmatched",
      ])
  }
}

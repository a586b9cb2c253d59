import Foundation
import StubKit
import StubKitTesting
import Testing

@testable import StubKitExploring

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Checks of a user's own: `checking:` of a scope and of a test, and `verify(against:)`.
struct ExchangeCheckTests {
  /// Objects to requests without a field, and to answers that are too large.
  private struct Manners: ExchangeCheck {
    var isLenient = false

    func problems(with exchange: StubExchange) -> [ExchangeProblem] {
      var problems: [ExchangeProblem] = []
      if exchange.request.headers["X-Trace-ID"] == nil {
        problems.append(.request("It has no X-Trace-ID."))
      }
      if let body = exchange.responseBody, body.count > 4 {
        problems.append(.answer("It has \(body.count) bytes, and 4 are allowed."))
      }
      return isLenient ? problems.map(\.asWarning) : problems
    }

    func problems(withAll exchanges: [StubExchange]) -> [ExchangeProblem] {
      exchanges.count > 2 ? [.request("There are \(exchanges.count) requests.")] : []
    }
  }

  /// Notes what it is asked about.
  private struct Notes: ExchangeCheck {
    let journal: Journal

    func problems(with exchange: StubExchange) -> [ExchangeProblem] {
      journal.note("\(exchange.request) → \(exchange.outcome)")
      return []
    }

    func problems(withAll exchanges: [StubExchange]) -> [ExchangeProblem] {
      journal.note("\(exchanges.count) in all")
      return []
    }
  }

  private static func get(_ path: String, traced isTraced: Bool = true) async throws {
    var request = URLRequest(url: try #require(URL(string: "https://checked.test\(path)")))
    if isTraced { request.setValue("7", forHTTPHeaderField: "X-Trace-ID") }
    _ = try await URLSession.shared.data(for: request)
  }

  @Test func `the checks of a scope hold after a reset`() async throws {
    let issues = try await RecordedIssues.of { _ in
      await withStubs(checking: Manners()) { registry in
        registry.reset()
        registry.stub(condition: anyRequest(), expected: .any, response: .text("a"))
        try? await Self.get("/a", traced: false)
      }
    }
    #expect(issues.texts.count == 1)
  }

  @Test func `an answer is told at its stub, a request where the scope begins`() async throws {
    let issues = try await RecordedIssues.of { _ in
      try await withStubs(
        checking: Manners(), fileID: "T/U.swift", filePath: "/T/U.swift", line: 3
      ) { _ in
        stub(
          condition: anyRequest(), named: "long", fileID: "T/U.swift", line: 4,
          response: .text("hello"))
        try await Self.get("/a", traced: false)
        // The same once more is told once.
        try await Self.get("/a", traced: false)
      }
    }
    #expect(
      issues.texts == [
        """
        It has no X-Trace-ID.
          GET https://checked.test/a → 200 from "long" anyRequest() (U.swift:4)
        """,
        """
        It has 5 bytes, and 4 are allowed.
          GET https://checked.test/a → 200 from "long" anyRequest() (U.swift:4)
        """,
      ])
    #expect(issues.places == ["U.swift:3", "U.swift:4"])
    #expect(issues.all.map(\.severity) == [.error, .error])
  }

  @Test func `all exchanges are judged when the scope is over`() async throws {
    let issues = try await RecordedIssues.of { _ in
      try await withStubs(checking: Manners()) { _ in
        stub(condition: anyRequest(), response: .text("hi"))
        for path in ["/a", "/b", "/c"] { try await Self.get(path) }
      }
    }
    #expect(issues.texts == ["There are 3 requests."])
  }

  @Test func `an exchange that the log has dropped before its end is judged`() async throws {
    let journal = Journal()
    try await withStubs(checking: Notes(journal: journal)) { registry in
      registry.logLimit = LogLimit(exchanges: 1)
      let quick = stub(condition: isPath("/b"), response: .text("b"))
      let slow = stub(condition: isPath("/a")) { _ in
        _ = try await quick.waitForRequests(until: .ended, timeout: .seconds(600))
        return .text("a")
      }
      async let first: Void = Self.get("/a")
      _ = try await slow.waitForRequests(until: .arrived, timeout: .seconds(600))
      try await Self.get("/b")
      try await first
    }
    let exchanges = ["a", "b"].map { "GET https://checked.test/\($0) → finished" }
    #expect(journal.entries.dropLast().sorted() == exchanges)
    #expect(journal.entries.last == "1 in all")
  }

  @Test func `a warning fails nothing`() async throws {
    let issues = try await RecordedIssues.of { _ in
      let registry = StubRegistry.current
      registry.checks = [Manners(isLenient: true)]
      stub(condition: anyRequest(), response: .text("hello"))
      try await Self.get("/a")
      try registry.verify()
    }
    #expect(issues.all.map(\.severity) == [.warning])
  }

  @Test func `the problem is there before the client has its answer`() async throws {
    let issues = try await RecordedIssues.of { _ in
      let registry = StubRegistry.current
      registry.checks = [Manners()]
      stub(condition: anyRequest(), response: .text("hi"))
      await withKnownIssue {
        try await Self.get("/a", traced: false)
      }
    }
    #expect(issues.texts.isEmpty)
  }

  @Test func `a scope within takes checks over`() async {
    let journal = Journal()
    await withStubs(checking: Notes(journal: journal)) { outer in
      await withStubs { inner in
        #expect(inner.checks.count == 1)
        stub(condition: anyRequest(), response: .text("hi"))
        _ = try? await Self.get("/inner")
      }
      #expect(outer.exchanges.isEmpty)
    }
    #expect(
      journal.entries == ["GET https://checked.test/inner → finished", "1 in all", "0 in all"])
  }

  @Test func `every ending is judged, and every hop`() async throws {
    let journal = Journal()
    await withStubs(checking: Notes(journal: journal)) { _ in
      stub(
        condition: isPath("/old"),
        response: .redirect(to: "https://checked.test/new")
      )
      stub(condition: isPath("/new"), response: .text("hi"))
      stub(condition: isPath("/broken"), response: .failure(.networkConnectionLost))
      for path in ["/old", "/broken", "/nowhere"] { try? await Self.get(path) }
    }
    #expect(
      journal.entries == [
        "GET https://checked.test/old → redirected", "GET https://checked.test/new → finished",
        "GET https://checked.test/broken → failed", "GET https://checked.test/nowhere → unmatched",
        "4 in all",
      ])
  }

  @Test func `a registry without a test throws what its checks have found`() async throws {
    let registry = StubRegistry()
    registry.checks = [Manners()]
    registry.stub(
      condition: anyRequest(), named: "short", fileID: "T/U.swift", line: 5, response: .text("hi"))
    let url = try #require(URL(string: "https://checked.test/a"))
    _ = try await registry.session.data(from: url)
    let text = """
      1 problem:

      It has no X-Trace-ID.
        GET https://checked.test/a → 200 from "short" anyRequest() (U.swift:5)
      """
    #expect(throws: StubVerificationError.self) { try registry.verify() }
    let error = #expect(throws: StubVerificationError.self) {
      try registry.verify(against: Manners(), Manners(isLenient: true))
    }
    #expect(error?.description == text)
    registry.reset()
    #expect(registry.checks.isEmpty)
    try registry.verify()
  }

  @Test func `an exchange that is under way is not judged by verify(against:)`() async throws {
    let journal = Journal()
    let registry = StubRegistry()
    let stub = registry.stub(condition: anyRequest(), response: .hang)
    let url = try #require(URL(string: "https://checked.test/a"))
    let task = registry.session.dataTask(with: url)
    task.resume()
    try await stub.waitForRequests(until: .arrived, timeout: .seconds(600))
    try registry.verify(against: Notes(journal: journal))
    #expect(journal.entries == ["1 in all"])
    task.cancel()
  }

  @Test func `a problem says no secret of its request`() async throws {
    struct Teller: ExchangeCheck {
      func problems(with exchange: StubExchange) -> [ExchangeProblem] {
        [.request("It was sent with \(exchange.request.headers["Authorization"] ?? "nothing").")]
      }
    }
    let registry = StubRegistry()
    registry.checks = [Teller()]
    registry.stub(condition: anyRequest(), response: .text("hi"))
    var request = URLRequest(url: try #require(URL(string: "https://checked.test/a")))
    request.setValue("Bearer 8f14e45fceea167a5a36", forHTTPHeaderField: "Authorization")
    _ = try await registry.session.data(for: request)
    let error = #expect(throws: StubVerificationError.self) { try registry.verify() }
    #expect(error?.description.contains("8f14e45f") == false)
    #expect(error?.description.contains("It was sent with Bearer REDACTED") == true)
  }

  @Test func `each scenario of an exploration is judged by itself`() async throws {
    let journal = Journal()
    try await withStubs(checking: Notes(journal: journal)) { _ in
      try await withEveryFault(.offline) { _ in
        stub(condition: anyRequest(), response: .text("hi"))
        try? await Self.get("/a")
      }
    }
    #expect(
      journal.entries == [
        "GET https://checked.test/a → finished", "1 in all",
        "GET https://checked.test/a → failed", "1 in all", "0 in all",
      ])
  }
}

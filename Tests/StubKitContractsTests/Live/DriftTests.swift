import Foundation
import StubKit
import StubKitServer
import TestPlaces
import Testing

@testable import StubKitContracts
@testable import StubKitDrift

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Stubs beside a server that has moved on.
struct DriftTests {
  /// A server of the test's own, and a registry whose stubs answer for it.
  private struct Place {
    let server: LoopbackServer
    let registry = StubRegistry()
    /// Ports come again: the process remembers what it has asked.
    let root = "/\(UUID().uuidString)"

    init(_ answers: [String: LoopbackServer.Response]) throws {
      let root = root
      server = try LoopbackServer { request in
        answers[String(request.target.dropFirst(root.count))]
          ?? .text("{}", status: 404, headers: ["Content-Type: application/json"])
      }
    }

    func url(_ path: String) throws -> URL {
      try #require(URL(string: "http://127.0.0.1:\(server.port)\(root)\(path)"))
    }

    func get(_ path: String, _ change: (inout URLRequest) -> Void = { _ in }) async throws {
      var request = URLRequest(url: try url(path))
      change(&request)
      _ = try? await registry.session.data(for: request)
    }

    func stub(_ path: String, line: Int = 12, _ response: StubResponse) {
      registry.stub(
        condition: isPath("\(root)\(path)"), fileID: "T/UserTests.swift", line: line,
        response: response)
    }
  }

  private static func json(_ text: String, status: Int = 200) -> LoopbackServer.Response {
    .text(text, status: status, headers: ["Content-Type: application/json"])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let stub: StubResponse
    let live: LoopbackServer.Response
    /// The rows of the table, without the signs.
    let told: [String]
  }

  static let ways: [Case] = [
    Case(
      testDescription: "a member has gone", stub: .json(["id": 1, "name": "Ada"]),
      live: json(#"{"id": 2}"#), told: ["name   a string   missing"]),
    Case(
      testDescription: "a member has become another type", stub: .json(["id": 1]),
      live: json(#"{"id": "u_1"}"#), told: ["id   a whole number   a string"]),
    Case(
      testDescription: "whole numbers have fractions", stub: .json(["price": 1]),
      live: json(#"{"price": 1.25}"#), told: ["price   a whole number   a number with a fraction"]),
    Case(
      testDescription: "a member is null", stub: .json(["email": "a@b.test"]),
      live: json(#"{"email": null}"#), told: ["email   a string   null"]),
    Case(
      testDescription: "a member is null sometimes", stub: .json([["email": "a"]]),
      live: json(#"[{"email": "b"}, {"email": null}, {"email": "c"}]"#),
      told: ["[].email   a string   null in 1 of 3"]),
    Case(
      testDescription: "a member is missing sometimes", stub: .json(["items": [["price": 1]]]),
      live: json(#"{"items": [{"price": 1}, {}, {}, {}]}"#),
      told: ["items[].price   a whole number   missing in 3 of 4"]),
    Case(
      testDescription: "a list is within an object", stub: .json([1, 2]),
      live: json(#"{"items": [1, 2]}"#), told: ["the body   a list   an object"]),
    Case(
      testDescription: "it is no longer there", stub: .json(["id": 1]),
      live: json("{}", status: 404), told: ["the status   200   404"]),
    Case(
      testDescription: "it has another type", stub: .json(["id": 1]),
      live: .text(#"{"id": 1}"#, headers: ["Content-Type: application/hal+json"]),
      told: ["Content-Type   application/json   application/hal+json"]),
    Case(
      testDescription: "it is a page", stub: .json(["id": 1]),
      live: .text("<html>", headers: ["Content-Type: text/html"]),
      told: ["Content-Type   application/json   text/html", "the body   JSON   no JSON"]),
    Case(
      testDescription: "it is empty", stub: .json(["id": 1]),
      live: LoopbackServer.Response(status: 204, headers: ["Content-Type: application/json"]),
      told: ["the body   JSON   empty"]),
    Case(
      testDescription: "it has moved", stub: .json(["id": 1]),
      live: LoopbackServer.Response(status: 301, headers: ["Location: /elsewhere"]),
      told: ["the status   200   301"]),
    Case(
      testDescription: "it wants credentials", stub: .json(["id": 1]),
      live: LoopbackServer.Response(
        status: 401, headers: ["WWW-Authenticate: Basic realm=\"a\""]),
      told: ["the status   200   401, asked without credentials"]),
    Case(
      testDescription: "one of many things by their identifiers has another type",
      stub: .json(["7": ["state": "on"]]),
      live: json(#"{"8": {"state": "on"}, "9": {"state": 0}}"#),
      told: ["[].state   a string   a whole number or a string"]),
  ]

  @Test(arguments: ways)
  func `a server that has moved on is told`(way: Case) async throws {
    let place = try Place(["/users": way.live])
    place.stub("/users", way.stub)
    try await place.get("/users")
    let report = try await place.registry.drift()
    #expect(report.comparedCount == 1)
    #expect(report.remarks.isEmpty)
    #expect(report.hasDrifted)
    let rows = report.drifts.flatMap { $0.description.split(separator: "\n").dropFirst(2) }
    let told = rows.map { row in
      row.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }.joined(separator: "   ")
    }
    #expect(told == way.told.map { "✗ \($0)" })
  }

  @Test func `a server as the stubs have it is not told, and new members are a remark`()
    async throws
  {
    let place = try Place([
      "/a": Self.json(#"{"id": 2}"#), "/b": Self.json(#"{"id": 2, "plan": ""}"#),
    ])
    for path in ["/a", "/b"] {
      place.stub(path, .json(["id": 1]))
      try await place.get(path)
    }
    let report = try await place.registry.drift(failing: true)
    #expect(!report.hasDrifted)
    #expect(
      report.description == """
        2 answers compared with the real server: 0 drifted
        GET \(try place.url("/b")) · the stub at UserTests.swift:12
                     stubbed   the server
            ! plan   missing   a string
        """)
    try place.registry.verify()
  }

  @Test func `a test is told at the line of its stub`() async throws {
    let place = try Place(["/users/7": Self.json(#"{"id": "7", "email": null, "plan": 1}"#)])
    place.stub("/users/7", .json(["id": 7, "email": "a", "name": "Ada"]))
    try await place.get("/users/7")
    try await place.registry.drift(failing: true)
    let error = #expect(throws: StubVerificationError.self) { try place.registry.verify() }
    #expect(
      error?.description == """
        1 problem:

        The stub at UserTests.swift:12 answers differently from the server
          GET \(try place.url("/users/7"))
                      stubbed          the server
            ✗ email   a string         null
            ✗ id      a whole number   a string
            ✗ name    a string         missing
            ! plan    missing          a whole number
        """)
  }

  @Test func `only what stubs have meant is asked, and each once`() async throws {
    let place = try Place([:])
    place.stub("/a", .status(404))
    place.stub("/broken", .failure(.timedOut))
    place.stub("/flaky", .status(404).flaky(rate: 1, seed: 1, with: .status(500)))
    place.stub("/cut", .json([7]).truncated(afterBytes: 1))
    for path in ["/a", "/a", "/broken", "/flaky", "/cut", "/nowhere"] {
      try await place.get(path)
    }
    for method in ["POST", "HEAD"] { try await place.get("/a") { $0.httpMethod = method } }
    try await place.registry.drift()
    #expect(try await place.registry.drift().comparedCount == 2)
    #expect(place.server.requests.map(\.method).sorted() == ["GET", "HEAD"])
    try await place.registry.drift(also: [.post])
    #expect(place.server.requests.map(\.method).sorted() == ["GET", "HEAD", "POST"])
    let report = try await place.registry.drift(where: isPath("/other"))
    #expect(report.comparedCount == 0)
  }

  @Test func `a stub server is not taken for a real one`() async throws {
    let registry = StubRegistry()
    let server = try registry.serve()
    registry.stub(condition: isPath("/users"), expected: 1, response: .json([["id": 1]]))
    _ = try await URLSession.shared.data(from: server.url(for: "/users"))
    server.stop()
    let report = try await registry.drift()
    #expect(report.description == "0 answers compared with the real server: 0 drifted")
    #expect(
      LiveCheck.live(where: isHost("127.0.0.1")).comparison(of: registry.exchanges).count == 0)
    #expect(registry.exchanges.count == 1)
    try registry.verify()
  }

  @Test func `credentials come from the closure only, and none is said`() async throws {
    let place = try Place(["/a?page=1": Self.json(#"{"token": "s3cr3t-of-the-server"}"#)])
    place.stub("/a", .json(["token": 1]))
    try await place.get("/a?page=1&api_key=abcdef0123456789abcdef") { request in
      request.setValue("Bearer 8f14e45fceea167a5a36", forHTTPHeaderField: "Authorization")
      request.setValue("session=8f14e45fceea167a5a36", forHTTPHeaderField: "Cookie")
      request.setValue("8f14e45fceea167a5a36", forHTTPHeaderField: "X-Api-Key")
      request.setValue("fr", forHTTPHeaderField: "Accept-Language")
    }
    let report = try await place.registry.drift { request in
      await Task.yield()
      request.setValue("Bearer own", forHTTPHeaderField: "Authorization")
    }
    let request = try #require(place.server.requests.first)
    #expect(request.target.hasSuffix("/a?page=1"))
    #expect(request.headers["authorization"] == "Bearer own")
    #expect(request.headers["cookie"] == nil)
    #expect(request.headers["x-api-key"] == nil)
    #expect(request.headers["accept-language"] == "fr")
    #expect(report.hasDrifted)
    for secret in ["s3cr3t", "8f14e45f", "abcdef", "own"] {
      #expect(!report.description.contains(secret))
    }
  }

  @Test func `a closure that throws is said, and the others are compared`() async throws {
    struct NoToken: Error {}
    let place = try Place([:])
    place.stub("/a", .status(404))
    try await place.get("/a")
    let report = try await place.registry.drift { _ in throw NoToken() }
    #expect(report.comparedCount == 0)
    #expect(
      report.remarks == [
        "GET \(try place.url("/a")) is not compared: the authorizing closure failed: NoToken()"
      ])
  }

  @Test func `a server that cannot be reached is one warning`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .json([]))
    for path in ["/a", "/b", "/c"] {
      let url = try #require(URL(string: "http://127.0.0.1:1\(path)"))
      _ = try await registry.session.data(from: url)
    }
    let server = LiveServer(atOnce: 1)
    var texts: [String] = []
    for _ in 0..<2 {
      let comparison = await DriftComparison(
        of: registry.exchanges, by: DriftComparison.Plan(), asking: server)
      #expect(comparison.count == 0)
      #expect(comparison.remarks.count == 1)
      texts += comparison.news
    }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix("127.0.0.1:1 could not be reached, and nothing is compared") == true)
  }

  @Test func `a server is out of reach, and neither its neighbours nor a path of another`()
    async throws
  {
    let place = try Place([
      "/lost": .init(body: Data("{}".utf8), breaksOff: true), "/a": Self.json("{}"),
    ])
    let server = LiveServer()
    for path in ["/lost", "/a"] { place.stub(path, .json([:])) }
    for path in ["/lost", "/a"] { try await place.get(path) }
    let nowhere = try #require(URL(string: "http://127.0.0.1:1/a"))
    place.registry.stub(condition: isPath("/a"), response: .json([:]))
    _ = try await place.registry.session.data(from: nowhere)
    let comparison = await DriftComparison(
      of: place.registry.exchanges, by: DriftComparison.Plan(), asking: server)
    #expect(comparison.count == 1)
    #expect(comparison.remarks.count == 2)
  }

  @Test func `what is asked for differently is asked twice`() async throws {
    let place = try Place(["/a": Self.json("{}")])
    place.stub("/a", .json([:]))
    for type in ["application/json", "text/csv", "text/csv"] {
      try await place.get("/a") { $0.setValue(type, forHTTPHeaderField: "Accept") }
    }
    try await place.registry.drift()
    #expect(place.server.requests.count == 2)
  }

  @Test func `what is asked for with another version is compared with the answer to it`()
    async throws
  {
    let root = "/\(UUID().uuidString)"
    let server = try LoopbackServer { request in
      Self.json(request.headers["x-api-version"] == "2" ? #"{"id": "7"}"# : #"{"id": 7}"#)
    }
    let registry = StubRegistry()
    for (version, id) in [("1", 7), ("2", "7")] as [(String, StubJSON)] {
      registry.stub(
        condition: hasHeaderNamed("X-API-Version", value: version), response: .json(["id": id]))
      var request = URLRequest(url: try #require(URL(string: server.url(root))))
      request.setValue(version, forHTTPHeaderField: "X-API-Version")
      _ = try await registry.session.data(for: request)
    }
    let report = try await registry.drift()
    #expect(report.comparedCount == 2)
    #expect(!report.hasDrifted)
  }

  @Test func `a slow answer is not compared, and its server is not taken for lost`() async throws {
    let place = try Place([
      "/slow": .init(body: Data("{}".utf8), pause: .seconds(60)), "/a": Self.json("{}"),
    ])
    let server = LiveServer(within: .seconds(5))
    var remarks: [String] = []
    for path in ["/slow", "/a"] {
      place.stub(path, .json([:]))
      try await place.get(path)
      remarks += await DriftComparison(
        of: place.registry.exchanges, by: DriftComparison.Plan(), asking: server
      ).remarks
    }
    let slow =
      "GET \(try place.url("/slow")) is not compared: the server's answer has not ended within 5.0 seconds"
    #expect(remarks.first == slow)
    // On a busy machine the other may be slow as well, each for itself.
    #expect(remarks.allSatisfy { $0.contains("is not compared") && !$0.contains("reached") })
  }

  @Test func `a server that is silent is told once`() async throws {
    let end = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { _ in
      end.wait()
      return .text("{}")
    }
    defer { for _ in 0..<3 { end.signal() } }
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .json([:]))
    for path in ["/a", "/b", "/c"] {
      _ = try await registry.session.data(from: #require(URL(string: server.url(path))))
    }
    let comparison = await DriftComparison(
      of: registry.exchanges, by: DriftComparison.Plan(),
      asking: LiveServer(atOnce: 1, within: .milliseconds(100)))
    // The one that is asked first may be a question that takes long.
    let late = "the server's answer has not ended within 0.1 seconds"
    let lost =
      "127.0.0.1:\(server.port) could not be reached, and nothing is compared with it: \(late)"
    #expect(comparison.remarks.count == 2 && comparison.remarks.contains(lost))
    #expect(comparison.remarks.contains { $0.hasSuffix("is not compared: \(late)") })
    #expect(server.requests.count < 3)
  }

  @Test func `answers that differ only at their ends are two answers`() async throws {
    let place = try Place(["/a": Self.json("{}")])
    let text = String(repeating: "x", count: 200)
    place.stub(
      "/a",
      .sequence(.json(text: #"{"a":"\#(text)","b":1}"#), .json(text: #"{"a":"\#(text)","c":1}"#)))
    for _ in 0..<2 { try await place.get("/a") }
    #expect(try await place.registry.drift().comparedCount == 2)
    #expect(place.server.requests.count == 1)
  }

  @Test func `an address that no server has is said to be none`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isScheme("shop"), response: .json([:]))
    _ = try await registry.session.data(from: #require(URL(string: "shop://users/7")))
    #expect(
      try await registry.drift().remarks == [
        "GET shop://users/7 is not compared: only HTTP requests are sent to a server"
      ])
  }

  @Test func `a condition with a mistake is told`() async throws {
    let condition = isHost("https://api.example.com")
    let mistake = try #require(condition.mistake)
    func told(_ function: String) -> [String] {
      ["The condition of \(function) has a mistake, and matches nothing: \(mistake)"]
    }
    let registry = StubRegistry()
    let report = try await registry.drift(where: condition)
    #expect(report.remarks == told("drift(where:)"))
    let error = #expect(throws: StubVerificationError.self) { try registry.verify() }
    #expect(error?.description.contains(mistake) == true)
    let problems = LiveCheck.live(where: condition).problems(withAll: [])
    #expect(problems.map(\.description) == told(".live(where:)"))
    #expect(problems.map(\.isWarning) == [false])
  }

  @Test func `an event stream is compared by its head, and not read to its end`() async throws {
    let place = try Place([
      "/events": .init(
        headers: ["Content-Type: text/event-stream"], body: Data("data: 1\n\ndata: 2\n\n".utf8),
        pause: .seconds(60))
    ])
    place.stub(
      "/events", .text("data: 1\n\n", headers: ["Content-Type": "text/event-stream"]))
    try await place.get("/events")
    let comparison = await DriftComparison(
      of: place.registry.exchanges, by: DriftComparison.Plan(), asking: LiveServer())
    #expect(comparison.count == 1)
    #expect(comparison.drifts.isEmpty)
    #expect(comparison.remarks.isEmpty)
  }

  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func `a task that is cancelled waits for no answer, and asks no more`(
    whileAuthorizing isAuthorizing: Bool
  ) async throws {
    let (asked, isAsked) = AsyncStream.makeStream(of: Void.self)
    let isStalling = Locked(true)
    let server = try LoopbackServer { _ in
      let isFirst = isStalling.withLock { isStalling in
        defer { isStalling = false }
        return isStalling
      }
      isAsked.yield()
      return .init(body: Data("{}".utf8), pause: .seconds(isFirst ? 1_000 : 0))
    }
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .json([:]))
    for path in ["/a", "/b", "/c"] {
      _ = try await registry.session.data(from: #require(URL(string: server.url(path))))
    }
    let exchanges = registry.exchanges
    let live = LiveServer(atOnce: 1, within: .seconds(1_000))
    var plan = DriftComparison.Plan()
    plan.most = 4
    if isAuthorizing {
      plan.authorize = { _ in
        isStalling.withLock { $0 = false }
        isAsked.yield()
        try await Task.sleep(for: .seconds(1_000))
      }
    }
    let comparing = Task { [plan] in await DriftComparison(of: exchanges, by: plan, asking: live) }
    for await _ in asked { break }
    comparing.cancel()
    let comparison = await comparing.value
    #expect(comparison.count == 0)
    #expect(comparison.remarks.isEmpty)
    // One question is asked at a time: the next comparison would wait for those of the first.
    plan.authorize = nil
    let next = await DriftComparison(of: exchanges, by: plan, asking: live)
    #expect(next.count == 3)
    #expect(server.requests.count == (isAuthorizing ? 3 : 4))
  }

  @Test func `an address with a user is asked without the user`() async throws {
    let place = try Place(["/a": Self.json("{}")])
    place.stub("/a", .json([:]))
    var address = try #require(URLComponents(url: place.url("/a"), resolvingAgainstBaseURL: true))
    (address.user, address.password) = ("ada", "hunter2horse")
    _ = try await place.registry.session.data(from: #require(address.url))
    try await place.registry.drift()
    #expect(place.server.requests.map { $0.headers["authorization"] } == [nil])
  }

  @Test func `a body with a secret is not asked`() async throws {
    let place = try Place([:])
    place.stub("/login", .status(404))
    try await place.get("/login") { request in
      request.httpMethod = "POST"
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data("user=ada&password=hunter2horse".utf8)
    }
    let report = try await place.registry.drift(also: [.post])
    #expect(place.server.requests.isEmpty)
    #expect(report.remarks.count == 1)
    #expect(
      report.remarks.first?.contains("a part of its address, headers or body is hidden") == true)
  }

  @Test func `threads of tasks may all wait for answers at once`() async throws {
    let place = try Place([:])
    place.stub("/a", .status(404))
    try await place.get("/a")
    let exchanges = place.registry.exchanges
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<32 {
        group.addTask {
          DriftComparison.waiting(
            for: exchanges, by: DriftComparison.Plan(), asking: LiveServer()
          ).count
        }
      }
      for await count in group { #expect(count == 1) }
    }
  }

  @Test func `so many are asked, and no more`() async throws {
    let place = try Place([:])
    for number in 0..<8 {
      place.stub("/\(number)", .status(404))
      try await place.get("/\(number)")
    }
    var plan = DriftComparison.Plan()
    plan.most = 5
    let comparison = await DriftComparison(
      of: place.registry.exchanges, by: plan, asking: LiveServer())
    #expect(comparison.count == 5)
    #expect(place.server.requests.count == 5)
    #expect(
      comparison.remarks == [
        "Only 5 requests are sent to real servers; the others are not compared."
      ])
  }

  @Test func `a test asks only where the environment says so`() async throws {
    for (value, isOn) in [(nil, false), ("", false), ("0", false), ("no", false), ("1", true)] {
      let environment = value.map { [LiveCheck.variable: $0] } ?? [:]
      #expect(LiveCheck.isOn(in: environment) == isOn)
    }
  }
}

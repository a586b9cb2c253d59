import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct User: Codable {
  let id: Int
  let name: String
}

/// Every response and every way to deliver it.
func responses() throws -> [StubResponse] {
  let object: [String: Any?] = ["id": 7, "note": nil]
  let fresh: StubHeaders = ["Cache-Control": "no-store", "Set-Cookie": "a=1"]
  return [
    .data(Data([1, 2, 3])), .data(Data(), status: 404, headers: fresh), .text("hello"),
    .html("<p>hello</p>"), .json(["id": 7]), .json(text: "[1]", status: 201, headers: fresh),
    .json([1, 2, 3], status: 201), .json(object),
    .json(User(id: 7, name: "Ada"), status: 201, headers: fresh), .json([User(id: 7, name: "Ada")]),
    .status(204), .status(503, headers: ["Retry-After": "120"]),
    .redirect(to: try url("https://example.com/")),
    .redirect(to: try url("https://example.com/"), status: 308),
    .file(URL(fileURLWithPath: "/tmp/users.json")), .fixture("users.json", in: .module),
    .fixture("users.json", in: .module, status: 201, headers: fresh),
    fixture(filePath: "/tmp/users.json"),
    fixture(filePath: "/tmp/users.json", status: 404, headers: ["X-Test": "1"]),
    fixture(filePath: "/tmp/users.json", status: 200, headers: nil),
    .failure(.notConnectedToInternet), .failure(URLError(.timedOut)), .failure(CancellationError()),
    .hang, .passThrough,
    .sequence(.status(503), .status(503), .json(["ok": true])),
    .sequence(.status(503), .status(200), then: .fail), .sequence(.status(200), then: .cycle),
    .sequence(.status(200), then: .repeatLast),
    .stream([
      .data(Data("first".utf8)), .data(Data("second".utf8), after: .seconds(1)), .finish,
    ]),
    .stream(
      [.fail(URLError(.networkConnectionLost), after: .seconds(1))], status: 200,
      headers: ["Content-Type": "text/plain"]),
    .stream([.data(Data("first".utf8)), .staysOpen]),
    .stream(BodyStream()), .stream(BodyStream(), status: 206, headers: fresh),
    .serverSentEvents([
      ServerSentEvent(event: "price", data: "42", id: "7", retry: .seconds(3)),
      ServerSentEvent(data: "plain"),
    ]),
    .serverSentEvents(["ready", .init(event: "price", data: "42")]),
    .serverSentEvents([.init(data: "ready")], then: .staysOpen, headers: fresh),
    .serverSentEvents([.init(data: "ready")], then: .fail(URLError(.timedOut), after: .seconds(1))),
    .serverSentEvents(ServerSentEventStream()),
    .json(User(id: 7, name: "Ada"), encoder: JSONEncoder(), status: 201, headers: fresh),

    .text("late").delayed(by: .seconds(2)),
    .text("late").delayed(by: .seconds(2), jitter: .seconds(1)),
    .text("slow").throttled(to: .mobile3G), .text("slow").throttled(bytesPerSecond: 1_000),
    .data(Data("bits".utf8)).ranged(), .text("bits").chunked(every: .milliseconds(100), size: 2),
    .text("torn").dropping(afterBytes: 2), .text("torn").dropping(afterBytes: 2, error: .timedOut),
    .text("moody").flaky(rate: 0.3, seed: 42),
    .text("moody").flaky(rate: 0.3, seed: 42, error: .timedOut),
    .text("moody").flaky(rate: 0.3, seed: 42, with: .status(503)),
    .text("other").with(body: Data("another".utf8)),
    .text("created").with(status: 201).with(header: "X-Test", value: "1"),
    fixture(filePath: "/tmp/users.json").requestTime(1, responseTime: -12),
  ]
}

/// The real answer, amended.
func realAnswers() throws {
  let there = try url("http://localhost:8080")
  withStubs { _ in
    stub(condition: isPath("/real"), expected: .any) { request in
      let real = try await request.perform()
      let (status, headers, body, json) = (real.status, real.headers, real.body, real.json)
      let timing: StubResponse.Timing? = real.timing
      print(status ?? 0, headers, body?.count ?? 0, json ?? .null, timing?.wait ?? .zero)
      return real.with(status: 203)
    }
    stub(condition: isPath("/there"), expected: .any) { try await $0.perform(at: there) }
  }
}

/// What a test sends.
func liveStreams() {
  let events = ServerSentEventStream()
  events.send(.init(data: "ready"), .comment("still here"))
  events.fail(.networkConnectionLost)
  events.fail(CancellationError())
  events.finish()
  let body = BodyStream()
  body.send("text")
  body.send(Data([1, 2, 3]))
  body.finish()
  print(events, body, events.openRequestCount + body.openRequestCount)
}

/// Every network profile.
func profiles() -> [NetworkProfile] {
  [
    .gprs, .edge, .slow3G, .mobile3G, .fast3G, .slow4G, .fast4G, .lte, .wifi, .veryBad, .offline,
    NetworkProfile(
      latency: .milliseconds(600), jitter: .milliseconds(50), bytesPerSecondDown: 250_000,
      bytesPerSecondUp: 50_000, isOffline: false),
  ]
}

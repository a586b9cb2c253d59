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
      status: 200, headers: ["Content-Type": "text/plain"],
      [.fail(URLError(.networkConnectionLost), after: .seconds(1))]),
    .serverSentEvents([
      ServerSentEvent(event: "price", data: "42", id: "7", retry: .seconds(3)),
      ServerSentEvent(data: "plain"),
    ]),

    .text("late").delayed(by: .seconds(2)),
    .text("late").delayed(by: .seconds(2), jitter: .seconds(1)),
    .text("slow").throttled(to: .mobile3G), .text("slow").throttled(bytesPerSecond: 1_000),
    .text("bits").chunked(every: .milliseconds(100), size: 2),
    .text("torn").dropping(afterBytes: 2), .text("torn").dropping(afterBytes: 2, error: .timedOut),
    .text("moody").flaky(rate: 0.3, seed: 42),
    .text("moody").flaky(rate: 0.3, seed: 42, error: .timedOut),
    .text("created").with(status: 201).with(header: "X-Test", value: "1"),
    fixture(filePath: "/tmp/users.json").requestTime(1, responseTime: -12),
  ]
}

/// Every network profile.
func profiles() -> [NetworkProfile] {
  [
    .gprs, .edge, .mobile3G, .lte, .wifi, .veryBad, .offline,
    NetworkProfile(
      latency: .milliseconds(600), jitter: .milliseconds(50), bytesPerSecondDown: 250_000,
      bytesPerSecondUp: 50_000, isOffline: false),
  ]
}

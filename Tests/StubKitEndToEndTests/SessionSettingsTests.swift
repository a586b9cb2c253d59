import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a session adds to its requests, and what it limits, holds for stubbed requests, too.
struct SessionSettingsTests {
  @Test func `additional headers are seen by matchers, closures and the log`() async throws {
    let registry = StubRegistry()
    let stub = registry.stub(condition: hasHeaderNamed("x-api-key", value: "secret")) {
      .text($0.headers["X-Version"] ?? "none")
    }
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    configuration.httpAdditionalHeaders = ["X-API-Key": "secret", "X-Version": "session"]
    let session = URLSession(configuration: configuration)
    let own = request("http://headers.test/", headers: ["X-Version": "request"])
    let (data, _) = try await session.data(for: own)
    #expect(String(decoding: data, as: UTF8.self) == "request")
    #expect(stub.requests.first?.headers["X-API-Key"] == "secret")
  }

  @Test func `additional headers count under pass-through as well`() async throws {
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: hasHeaderNamed("X-API-Key"), response: .text("stubbed"))
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    configuration.httpAdditionalHeaders = ["X-API-Key": "secret"]
    let (data, _) = try await URLSession(configuration: configuration)
      .data(from: url("http://headers.test/"))
    #expect(String(decoding: data, as: UTF8.self) == "stubbed")
  }

  @Test(arguments: Client.allCases)
  func `a request that gets no answer times out on the registry's clock`(
    client: Client
  ) async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(condition: anyRequest(), response: .hang)
    var request = request("http://timeout.test/")
    request.timeoutInterval = 3
    let error = await #expect(throws: URLError.self) {
      try await client.fetch(request, .ephemeral.stubbed(by: registry))
    }
    #expect(error?.code == .timedOut)
    #expect(error?.failingURL == url("http://timeout.test/"))
    #expect(
      error?.localizedDescription
        == "The request timed out: nothing arrived for 3.0 seconds.")
    #expect(registry.exchanges.first?.duration == .seconds(3))
  }

  @Test func `the session's timeout holds where the request leaves the default`() async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(condition: anyRequest(), response: .text("x").delayed(by: .seconds(9)))
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    configuration.timeoutIntervalForRequest = 8
    let error = await #expect(throws: URLError.self) {
      try await URLSession(configuration: configuration).data(from: url("http://timeout.test/"))
    }
    #expect(error?.code == .timedOut)
    #expect(registry.exchanges.first?.duration == .seconds(8))
  }

  @Test(.onlyOnLinux("elsewhere a request does not say whether its timeout of a minute was set"))
  func `a minute that the request sets itself holds against the session's timeout`() async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(condition: anyRequest(), response: .hang)
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    configuration.timeoutIntervalForRequest = 8
    var request = request("http://timeout.test/")
    request.timeoutInterval = 60
    await #expect(throws: URLError.self) {
      try await URLSession(configuration: configuration).data(for: request)
    }
    #expect(registry.exchanges.map(\.duration) == [.seconds(60)])
  }

  @Test func `each redirect has the request's timeout for itself`() async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: isPath("/old"),
      response: .redirect(to: url("/new")).delayed(by: .milliseconds(800)))
    registry.stub(condition: isPath("/new"), response: .text("x").delayed(by: .milliseconds(800)))
    var request = request("http://timeout.test/old")
    request.timeoutInterval = 1
    let (data, _) = try await registry.session.data(for: request)
    #expect(data == Data("x".utf8))
  }

  @Test(
    .onlyOnLinux("on Apple's platforms the session itself limits the whole"),
    arguments: [false, true])
  func `redirects share the time for the whole`(byClosure: Bool) async throws {
    let clock = FastForwardClock()
    let registry = StubRegistry(clock: clock)
    registry.stub(
      condition: isPath("/old"), response: .redirect(to: url("/new")).delayed(by: .seconds(800)))
    if byClosure {
      registry.stub(condition: isPath("/new")) { _ async throws in
        try await clock.sleep(for: .seconds(800))
        return .text("x")
      }
    } else {
      registry.stub(condition: isPath("/new"), response: .text("x").delayed(by: .seconds(800)))
    }
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    // What is left for a closure passes in real time, too, of which a busy machine takes much.
    configuration.timeoutIntervalForResource = 1_000
    configuration.timeoutIntervalForRequest = 5_000
    let error = await #expect(throws: URLError.self) {
      try await URLSession(configuration: configuration).data(from: url("http://timeout.test/old"))
    }
    #expect(error?.code == .timedOut)
    #expect(
      error?.localizedDescription
        == "The request timed out: it was not complete after 1000.0 seconds.")
    #expect(await registry.settledExchanges().map(\.duration) == [.seconds(800), .seconds(200)])
  }

  @Test func `a slow body that never pauses runs into the resource timeout`() async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: anyRequest(),
      response: .text(String(repeating: "x", count: 100)).chunked(every: .seconds(1), size: 1))
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    configuration.timeoutIntervalForResource = 20
    let error = await #expect(throws: URLError.self) {
      try await URLSession(configuration: configuration).data(from: url("http://timeout.test/"))
    }
    #expect(error?.code == .timedOut)
    #expect(registry.exchanges.first?.duration == .seconds(20))
  }

  @Test(
    .onlyOnLinux("on Apple's platforms the session itself makes something of the intervals"),
    arguments: [Double.greatestFiniteMagnitude, 1e20, .infinity, .nan, 0, -1])
  func `any timeout interval is taken`(interval: Double) async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    configuration.timeoutIntervalForResource = interval
    var request = request("http://timeout.test/")
    request.timeoutInterval = interval
    let (data, _) = try await URLSession(configuration: configuration).data(for: request)
    #expect(data == Data("x".utf8))
  }
}

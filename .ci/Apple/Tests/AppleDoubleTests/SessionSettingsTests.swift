import AppleFoundation
import StubKit
import Testing

/// What a session is set to is seen through its task, which tells its session to those who know how.
struct SessionSettingsTests {
  @Test func `additional headers are matched and logged`() async {
    let registry = StubRegistry()
    let stub = registry.stub(condition: hasHeaderNamed("X-Key", value: "k"), response: .text("in"))
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    configuration.httpAdditionalHeaders = ["X-Key": "k"]
    let loaded = await Loaded(configuration: configuration) {
      $0.dataTask(with: url("https://a.test/"))
    }
    #expect(loaded.text == "in")
    #expect(stub.requests.first?.headers["X-Key"] == "k")
  }

  @Test func `the session's timeouts hold on the registry's clock`() async {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(condition: anyRequest(), response: .text("x").delayed(by: .seconds(9)))
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    configuration.timeoutIntervalForRequest = 8
    let loaded = await Loaded(configuration: configuration) {
      $0.dataTask(with: url("https://a.test/"))
    }
    #expect(loaded.error?.code == .timedOut)
    #expect(registry.exchanges.first?.duration == .seconds(8))
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `a request's own timeout holds`() async {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(condition: anyRequest(), response: .hang)
    var hurried = request("https://a.test/")
    hurried.timeoutInterval = 3
    let loaded = await Loaded.by(registry, hurried)
    #expect(loaded.error?.code == .timedOut)
    #expect(registry.exchanges.first?.duration == .seconds(3))
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `the delegate hears of an upload's progress`() async {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: anyRequest(), response: .text("x").throttled(to: .init(bytesPerSecondUp: 1_000)))
    let loaded = await Loaded(configuration: .ephemeral.stubbed(by: registry)) {
      $0.uploadTask(with: request("https://a.test/", "POST"), from: Data(count: 5_000))
    }
    #expect(loaded.text == "x")
    #expect(loaded.record.sent.last?.total == 5_000)
    #expect(loaded.record.sent.last?.expected == 5_000)
    #expect(loaded.record.sent.map(\.added).reduce(0, +) == 5_000)
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `cookies are sent and stored as the session's settings allow`() async {
    let registry = StubRegistry()
    let stub = registry.stub(
      condition: anyRequest(), response: .status(200, headers: ["Set-Cookie": "a=1; Path=/"]))
    for _ in 1...2 { _ = await Loaded.by(registry, request("https://a.test/")) }
    #expect(stub.requests.map { $0.headers["Cookie"] } == [nil, "a=1"])

    let silent = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    silent.httpShouldSetCookies = false
    _ = await Loaded(configuration: silent) { $0.dataTask(with: url("https://a.test/")) }
    #expect(stub.requests.last?.headers["Cookie"] == nil)
  }
}

import AppleFoundation
import StubKit
import Testing

/// A WebSocket begins with an http request, which StubKit leaves alone.
struct WebSocketTests {
  @Test func `a registry that fails what no stub matches does not take a handshake`() async {
    let registry = StubRegistry()
    let loaded = await Loaded(configuration: .ephemeral.stubbed(by: registry)) {
      $0.webSocketTask(with: url("wss://a.test/socket"))
    }
    #expect(loaded.task.currentRequest?.url == url("https://a.test/socket"))
    #expect(loaded.task.transcript.isEmpty)
    #expect(loaded.error?.code == .cannotConnectToHost)
    #expect(registry.unmatchedRequests.isEmpty)
  }

  @Test func `a condition that is a closure does not take a handshake`() async {
    let registry = StubRegistry(unmatched: .passThrough)
    let stub = registry.stub(condition: satisfies { _ in true }, response: .text("x"))
    let loaded = await Loaded(configuration: .ephemeral.stubbed(by: registry)) {
      $0.webSocketTask(with: url("ws://a.test/socket"))
    }
    #expect(loaded.task.transcript.isEmpty)
    #expect(stub.callCount == 0)
  }

  @Test func `a request that merely says so is a handshake, too`() async {
    let registry = StubRegistry()
    let upgrade = request(
      "http://127.0.0.1:1/", headers: ["Upgrade": "WebSocket", "Connection": "Upgrade"])
    let loaded = await Loaded.by(registry, upgrade)
    #expect(loaded.task.transcript.isEmpty)
    #expect(loaded.error?.code != .resourceUnavailable)
  }
}

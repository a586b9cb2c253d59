import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Streams that stay open until the test ends them.
struct LiveStreamTests {
  @Test func `events arrive when they are sent, until the stream ends`() async throws {
    let registry = StubRegistry()
    let events = ServerSentEventStream()
    let stub = registry.stub(condition: anyRequest(), response: .serverSentEvents(events))
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    events.send(.init(data: "before anybody has asked"))
    session.dataTask(with: url("http://live.test/")).resume()
    try await stub.waitForRequests(timeout: .seconds(600))
    events.send(.init(event: "price", data: "42", id: "1"))
    events.finish()
    let outcome = await delegate.outcome
    #expect(
      String(decoding: outcome.body, as: UTF8.self)
        == "data: before anybody has asked\n\nevent: price\nid: 1\ndata: 42\n\n")
    #expect(
      outcome.responses.first?.value(forHTTPHeaderField: "Content-Type") == "text/event-stream")
    #expect(outcome.completions.count == 1 && outcome.completions.compactMap(\.self).isEmpty)
  }

  @Test func `a client that connects again after a failure gets what comes then`() async throws {
    let registry = StubRegistry()
    let body = BodyStream()
    registry.stub(condition: anyRequest(), response: .stream(body, status: 206))
    body.send("lost")
    body.fail(.networkConnectionLost)
    await #expect {
      _ = try await registry.session.data(from: url("http://live.test/"))
    } throws: {
      ($0 as? URLError)?.code == .networkConnectionLost
    }
    body.send("found")
    body.finish()
    let (data, response) = try await registry.session.data(from: url("http://live.test/"))
    #expect(String(decoding: data, as: UTF8.self) == "found")
    #expect((response as? HTTPURLResponse)?.statusCode == 206)
  }

  @Test func `what is sent after a request was cut off is kept for the next`() async throws {
    let registry = StubRegistry()
    let body = BodyStream()
    registry.stub(condition: isPath("/"), response: .stream(body).dropping(afterBytes: 5))
    registry.stub(condition: isPath("/rest"), response: .stream(body))
    for _ in 0..<100 {
      body.send("first")
      await #expect {
        _ = try await registry.session.data(from: url("http://live.test/"))
      } throws: {
        ($0 as? URLError)?.code == .networkConnectionLost
      }
      #expect(body.openRequestCount == 0)
    }
    body.send("kept")
    body.finish()
    let (rest, _) = try await registry.session.data(from: url("http://live.test/rest"))
    #expect(rest == Data("kept".utf8))
  }

  @Test func `an event that cannot be written fails its request`() async throws {
    let registry = StubRegistry()
    let events = ServerSentEventStream()
    registry.stub(condition: anyRequest(), response: .serverSentEvents(events))
    events.send(.init(event: "a\nb", data: "x"))
    await #expect(throws: URLError.self) {
      _ = try await registry.session.data(from: url("http://live.test/"))
    }
    #expect(registry.exchanges.map(\.outcome) == [.cannotRespond])
  }

  @Test func `a request that is cancelled is not open any more`() async throws {
    let traces = Traces()
    let events = ServerSentEventStream()
    do {
      let registry = StubRegistry()
      traces.note(registry)
      let stub = registry.stub(condition: anyRequest(), response: .serverSentEvents(events))
      let session = registry.session
      let asking = Task { try await session.data(from: url("http://live.test/")) }
      try await stub.waitForRequests(timeout: .seconds(600))
      asking.cancel()
      await #expect(throws: (any Error).self) { try await asking.value }
    }
    try await traces.vanish()
    // The session lets go of what it reads from a moment later.
    let deadline = ContinuousClock.now + .seconds(600)
    while events.openRequestCount > 0, ContinuousClock.now < deadline { await Task.yield() }
    #expect(events.openRequestCount == 0)
  }

  @Test func `a stream that stays open ends by the clock when the request loses patience`() async {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: anyRequest(), response: .serverSentEvents([.init(data: "a")], then: .staysOpen))
    await #expect {
      _ = try await registry.session.data(from: url("http://live.test/"))
    } throws: {
      ($0 as? URLError)?.code == .timedOut
    }
  }
}

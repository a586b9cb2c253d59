import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Delays, rates, streams and uploads on simulated clocks, through real sessions.
struct SlowNetworkTests {
  @Test(arguments: [
    (Client.asyncAwait, 3_600), (.handler, 60), (.handlerOnDelegateSession, 60), (.delegate, 600),
  ])
  func `an hour of slow network takes no time`(client: Client, seconds: Int) async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    let body = Data(repeating: 7, count: seconds * 100)
    registry.stub(condition: anyRequest(), response: .data(body).throttled(bytesPerSecond: 100))
    let outcome = try await client.fetch(
      request("http://slow.test/"), .ephemeral.stubbed(by: registry))
    #expect(outcome.data == body)
    #expect(registry.exchanges.first?.duration == .seconds(seconds))
  }

  @Test func `a request keeps the clock that it began on`() async throws {
    let (first, second) = (FastForwardClock(), FastForwardClock())
    let registry = StubRegistry(clock: first)
    registry.stub(condition: anyRequest()) { [weak registry] _ in
      registry?.clock = second
      return .text("x").delayed(by: .seconds(1))
    }
    for path in ["1", "2"] {
      _ = try await registry.session.data(from: url("http://clocks.test/\(path)"))
    }
    #expect(first.now.offset == .seconds(1))
    #expect(second.now.offset == .seconds(1))
    // Nobody holds the time who is not there any more.
    try await second.sleep(for: .seconds(1))
  }

  @Test func `two responses arrive in the order of their delays`() async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(condition: isPath("/3"), response: .text("3").delayed(by: .seconds(3)))
    registry.stub(condition: isPath("/1"), response: .text("1").delayed(by: .seconds(1)))
    let clock = ManualClock()
    registry.clock = clock
    let (arrivals, arrive) = AsyncStream.makeStream(of: String.self)
    for path in ["3", "1"] {
      registry.session.dataTask(with: url("http://order.test/\(path)")) { data, _, _ in
        arrive.yield(String(decoding: data ?? Data(), as: UTF8.self))
      }.resume()
    }
    try await clock.waitForSleepers(count: 2, timeout: .seconds(600))
    await clock.run()
    var iterator = arrivals.makeAsyncIterator()
    #expect(await iterator.next() == "1")
    #expect(await iterator.next() == "3")
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `a chunk arrives when the clock says so`() async throws {
    let clock = ManualClock()
    let registry = StubRegistry(clock: clock)
    registry.stub(
      condition: anyRequest(),
      response: .text("abcdef").delayed(by: .seconds(1)).chunked(every: .seconds(1), size: 2))
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.dataTask(with: url("http://chunks.test/")).resume()
    try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
    await clock.advance(by: .milliseconds(999))
    #expect(registry.exchanges.first?.response == nil)
    #expect(registry.exchanges.first?.outcome == .pending)
    await clock.run()
    #expect(await delegate.outcome.chunks.count == 3)
    #expect(registry.exchanges.first?.duration == .seconds(4))
  }

  @Test(arguments: Client.allCases)
  func `a real clock delays really`(client: Client) async throws {
    let registry = StubRegistry()
    let late = registry.stub(
      condition: isPath("/late"), response: .text("x").delayed(by: .seconds(100_000)))
    registry.stub(
      condition: isPath("/soon"), response: .text("soon").delayed(by: .milliseconds(1)))
    var waiting = request("http://real.test/late")
    waiting.timeoutInterval = .infinity
    let task = registry.session.dataTask(with: waiting)
    task.resume()
    try await late.waitForRequests(timeout: .seconds(600))
    let outcome = try await client.fetch(
      request("http://real.test/soon"), .ephemeral.stubbed(by: registry))
    #expect(outcome.text == "soon")
    #expect(registry.exchanges.map(\.outcome) == [.pending, .finished])
    task.cancel()
  }

  @Test(arguments: Client.allCases)
  func `server-sent events arrive as a stream`(client: Client) async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: anyRequest(),
      response: .serverSentEvents([
        ServerSentEvent(data: "one\ntwo", id: "1"),
        ServerSentEvent(event: "end", data: "", retry: .seconds(3)),
      ]))
    let outcome = try await client.fetch(
      request("http://events.test/"), .ephemeral.stubbed(by: registry))
    #expect(
      outcome.text == "id: 1\ndata: one\ndata: two\n\nevent: end\nretry: 3000\ndata: \n\n")
    #expect(outcome.response.value(forHTTPHeaderField: "Content-Type") == "text/event-stream")
  }

  @Test(arguments: Client.allCases)
  func `a body from an asynchronous sequence arrives whole`(client: Client) async throws {
    let clock = FastForwardClock()
    let registry = StubRegistry(clock: clock)
    registry.stub(
      condition: anyRequest(),
      response: .stream {
        AsyncThrowingStream<Data, any Error> { continuation in
          Task {
            for number in 0..<5 {
              // A source may wait for the very clock that its delivery runs on.
              try? await clock.sleep(for: .seconds(10))
              continuation.yield(Data("\(number);".utf8))
            }
            continuation.finish()
          }
        }
      })
    let outcome = try await client.fetch(
      request("http://source.test/"), .ephemeral.stubbed(by: registry))
    #expect(outcome.text == "0;1;2;3;4;")
    #expect(outcome.response.value(forHTTPHeaderField: "Content-Length") == nil)
  }

  @Test(arguments: Client.allCases)
  func `a source that throws fails the request with its error`(client: Client) async throws {
    struct Broken: Error {}
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(),
      response: .stream {
        AsyncThrowingStream<Data, any Error> { continuation in
          continuation.yield(Data("some".utf8))
          continuation.finish(throwing: Broken())
        }
      })
    await #expect(throws: Broken.self) {
      try await client.fetch(request("http://source.test/"), .ephemeral.stubbed(by: registry))
    }
  }

  @Test(arguments: ["closure", "source"])
  func `what a user wrote and never answers times out on a real clock`(kind: String) async throws {
    let registry = StubRegistry()
    let (never, ending) = AsyncThrowingStream.makeStream(of: Data.self)
    if kind == "closure" {
      registry.stub(condition: anyRequest()) { _ async throws in
        for try await _ in never {}
        return .status(200)
      }
    } else {
      registry.stub(condition: anyRequest(), response: .stream { never })
    }
    var request = request("http://never.test/")
    request.timeoutInterval = 0.1
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: request)
    }
    #expect(error?.code == .timedOut)
    ending.finish()
  }

  @Test func `a delegate hears of the upload in step with the network`() async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: anyRequest(),
      response: .text("thanks").throttled(to: NetworkProfile(bytesPerSecondUp: 1_000)))
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.uploadTask(
      with: request("http://upload.test/", "POST"), from: Data(repeating: 1, count: 10_000)
    ).resume()
    let outcome = await delegate.outcome
    #expect(outcome.sent.count > 10)
    #expect(outcome.sent.last?.total == 10_000)
    #expect(outcome.sent.allSatisfy { $0.expected == 10_000 })
    #expect(outcome.sent.reduce(0) { $0 + $1.added } == 10_000)
    #expect(zip(outcome.sent, outcome.sent.dropFirst()).allSatisfy { $0.total < $1.total })
    #expect(registry.exchanges.first?.duration == .seconds(10))
  }
}

import Dispatch
import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Closures and sources that take longer than a request has time, on every kind of clock.
struct SlowClosureTests {
  private static func request(timeout: TimeInterval) -> URLRequest {
    var request = URLRequest(url: url("http://slow.test/"))
    request.timeoutInterval = timeout
    return request
  }

  private func load(
    from registry: StubRegistry, timeout: TimeInterval = 1
  ) -> (delegate: RecordingDelegate, task: URLSessionTask) {
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: Self.request(timeout: timeout))
    task.resume()
    return (delegate, task)
  }

  @Test func `an async closure that never comes back times out on a manual clock`() async throws {
    let clock = ManualClock()
    let registry = StubRegistry(clock: clock)
    let stub = registry.stub(condition: anyRequest()) { _ async throws in
      try await clock.sleep(for: .seconds(1_000))
      return .text("late")
    }
    let (delegate, _) = load(from: registry)
    try await stub.waitForRequests(timeout: .seconds(600))
    await clock.advance(by: .seconds(100))
    let outcome = await delegate.outcome
    #expect((outcome.completions.first as? URLError)?.code == .timedOut)
    #expect(await registry.settledExchanges().map(\.duration) == [.seconds(1)])
  }

  @Test func `what sleeps on a fast-forward clock times out at its moment`() async throws {
    let clock = FastForwardClock()
    let registry = StubRegistry(clock: clock)
    registry.stub(condition: isPath("/closure")) { _ async throws in
      try await clock.sleep(for: .seconds(90))
      return .text("late")
    }
    registry.stub(
      condition: isPath("/source"),
      response: .stream {
        AsyncThrowingStream<Data, any Error>(unfolding: {
          try await clock.sleep(for: .seconds(90))
          return nil
        })
      })
    for path in ["/closure", "/source"] {
      let error = await #expect(throws: URLError.self) {
        try await registry.session.data(from: url("http://slow.test" + path))
      }
      #expect(error?.code == .timedOut)
    }
    #expect(await registry.settledExchanges().map(\.duration) == [.seconds(60), .seconds(60)])
  }

  @Test func `an answer's delay goes on where its closure has stopped waiting`() async throws {
    let clock = FastForwardClock()
    let registry = StubRegistry(clock: clock)
    registry.stub(condition: anyRequest()) { request async throws in
      try await clock.sleep(for: .seconds(800))
      return request.path == "/head"
        ? .text("x").delayed(by: .seconds(800))
        : .text("xy").chunked(every: .seconds(800), size: 1)
    }
    let (data, _) = try await registry.session.data(for: Self.request(timeout: 1_000))
    #expect(data == Data("xy".utf8))
    var late = Self.request(timeout: 1_000)
    late.url = url("http://slow.test/head")
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: late)
    }
    #expect(error?.code == .timedOut)
    #expect(
      await registry.settledExchanges().map(\.duration) == [.seconds(2_400), .seconds(1_000)])
  }

  @Test func `a closure that blocks times out on a manual clock`() async throws {
    let clock = ManualClock()
    let registry = StubRegistry(clock: clock)
    let gate = DispatchSemaphore(value: 0)
    let stub = registry.stub(condition: anyRequest()) { _ in
      gate.wait()
      return .text("late")
    }
    let (delegate, _) = load(from: registry)
    try await stub.waitForRequests(timeout: .seconds(600))
    await clock.advance(by: .seconds(100))
    #expect((await delegate.outcome.completions.first as? URLError)?.code == .timedOut)
    gate.signal()
  }

  @Test func `a closure that comes back is not timed out by a clock that is far ahead`()
    async throws
  {
    let clock = ManualClock()
    let registry = StubRegistry(clock: clock)
    let stub = registry.stub(condition: anyRequest()) { _ async in
      for _ in 0..<3 { await Task.yield() }
      return .text("soon enough")
    }
    let (delegate, _) = load(from: registry)
    try await stub.waitForRequests(timeout: .seconds(600))
    await clock.advance(by: .seconds(100))
    #expect(String(decoding: await delegate.outcome.body, as: UTF8.self) == "soon enough")
  }

  /// A clock of a user's that runs in real time, but lets nobody go on before it is opened.
  private struct HeldClock: Clock {
    let gate = AsyncStream.makeStream(of: Void.self)
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      for await _ in gate.stream {}
    }
  }

  @Test func `a closure times out when its own time and a user's clock's are over`() async throws {
    let clock = HeldClock()
    let registry = StubRegistry(clock: clock)
    let stub = registry.stub(condition: anyRequest()) { _ async throws in
      try await Task.sleep(for: .seconds(600))
      return .text("late")
    }
    let (delegate, _) = load(from: registry, timeout: 1)
    try await stub.waitForRequests(timeout: .seconds(600))
    await Self.run(for: .milliseconds(1_200))
    #expect(delegate.soFar.completions.isEmpty)
    clock.gate.continuation.finish()
    #expect((await delegate.outcome.completions.first as? URLError)?.code == .timedOut)
  }

  /// Waits until the process was able to run for so long.
  private static func run(for time: Duration) async {
    let (over, end) = AsyncStream.makeStream(of: Void.self)
    let timer = RunningTimer(time) { end.finish() }
    timer.start()
    for await _ in over {}
    timer.cancel()
  }

  @Test func `a source that lets nothing through times out`() async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(
      condition: anyRequest(),
      response: .stream { AsyncStream<Data> { $0.yield(Data("x".utf8)) } }
        .throttled(bytesPerSecond: 0))
    let (delegate, _) = load(from: registry)
    #expect((await delegate.outcome.completions.first as? URLError)?.code == .timedOut)
  }

  @Test func `a source that trickles for ever meets the limit for the whole`() async throws {
    let clock = FastForwardClock()
    let registry = StubRegistry(clock: clock)
    registry.stub(
      condition: anyRequest(),
      response: .stream {
        AsyncStream<Data>(unfolding: {
          try? await clock.sleep(for: .seconds(30))
          return Data("x".utf8)
        })
      })
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    configuration.timeoutIntervalForResource = 300
    let delegate = RecordingDelegate()
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    session.dataTask(with: url("http://slow.test/")).resume()
    let outcome = await delegate.outcome
    #expect((outcome.completions.first as? URLError)?.code == .timedOut)
    #expect((9...11).contains(outcome.body.count))
  }

  @Test func `hundreds of closures that block stop nobody else`() async throws {
    let registry = StubRegistry()
    let gate = DispatchSemaphore(value: 0)
    let blocked = registry.stub(condition: isPath("/blocked")) { _ in
      gate.wait()
      return .text("at last")
    }
    registry.stub(condition: isPath("/free")) { _ in .text("free") }
    let session = registry.session
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<300 {
        group.addTask {
          String(
            decoding: try await session.data(from: url("http://many.test/blocked")).0,
            as: UTF8.self)
        }
      }
      try await blocked.waitForRequests(count: 300, timeout: .seconds(60))
      let (data, _) = try await session.data(from: url("http://many.test/free"))
      #expect(String(decoding: data, as: UTF8.self) == "free")
      for _ in 0..<300 { gate.signal() }
      for try await text in group { #expect(text == "at last") }
    }
  }

  @Test func `a delay is its delay, however many requests share the clock`() async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    for number in 0..<200 {
      let response = StubResponse.text("x").delayed(by: .milliseconds(number * 7 % 100 + 1))
      if number % 4 == 0 {
        registry.stub(condition: isPath("/\(number)")) { _ in response }
      } else {
        registry.stub(condition: isPath("/\(number)"), response: response)
      }
    }
    let session = registry.session
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { _ = try await session.data(from: url("http://exact.test/\(number)")) }
      }
      try await group.waitForAll()
    }
    let exchanges = await registry.settledExchanges()
    #expect(exchanges.count == 200)
    for exchange in exchanges {
      let number = Int(exchange.request.path.dropFirst()) ?? 0
      #expect(exchange.duration == .milliseconds(number * 7 % 100 + 1), "\(exchange)")
    }
  }
}

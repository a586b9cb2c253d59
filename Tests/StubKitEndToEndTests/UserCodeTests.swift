import Dispatch
import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a user wrote may do anything, wherever it comes to be run: cancelled, ended, or by a clock.
struct UserCodeTests {
  @Test func `requests inside of closures are cancelled together with those around them`()
    async throws
  {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(condition: isPath("/v"), response: .text("v").delayed(by: .seconds(2)))
    registry.stub(condition: isPath("/inner")) { _ async throws in
      let (data, _) = try await StubRegistry.current.session.data(from: url("http://i.test/v"))
      return .data(data)
    }
    let session = registry.session
    for round in 0..<150 {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<10 {
          let path = number % 3 == 0 ? "inner" : "v"
          group.addTask { _ = try? await session.data(from: url("http://i.test/\(path)")) }
        }
        for _ in 0..<(round % 20) { await Task.yield() }
        group.cancelAll()
      }
    }
    let (data, _) = try await session.data(from: url("http://i.test/inner"))
    #expect(String(decoding: data, as: UTF8.self) == "v")
  }

  /// A client as many are: it ends its session with itself.
  private final class EndingClient: Sendable {
    let session: URLSession
    init(_ session: URLSession) { self.session = session }
    deinit { session.invalidateAndCancel() }
  }

  @Test func `a client that ends with its registry may end its session`() async throws {
    for _ in 0..<20 {
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      do {
        let registry = StubRegistry()
        let session = URLSession(configuration: .ephemeral.stubbed(by: registry))
        let client = EndingClient(session)
        registry.stub(condition: anyRequest()) { _ in
          withExtendedLifetime(client) { .text("x").delayed(by: .milliseconds(1)) }
        }
        session.dataTask(with: url("http://i.test/")) { _, _, _ in end.finish() }.resume()
      }
      for await _ in ended {}
    }
  }

  @Test func `a client that ends with the source of a body may end its session`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest()) { _ in
      let client = EndingClient(URLSession(configuration: .ephemeral))
      return .stream {
        withExtendedLifetime(client) { AsyncStream<Data> { $0.finish() } }
      }
    }
    for _ in 0..<20 {
      _ = try await registry.session.data(from: url("http://i.test/"))
    }
  }

  @Test func `a client that ends with a body that leads elsewhere may end its session`()
    async throws
  {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/there"), response: .text("there"))
    registry.stub(condition: isPath("/")) { _ in
      let client = EndingClient(URLSession(configuration: .ephemeral))
      return .stream(status: 302, headers: ["Location": "/there"]) {
        withExtendedLifetime(client) { AsyncStream<Data> { $0.finish() } }
      }
    }
    for _ in 0..<20 {
      let (data, _) = try await registry.session.data(from: url("http://i.test/"))
      #expect(String(decoding: data, as: UTF8.self) == "there")
    }
  }

  @Test func `a closure that makes a body may wait for a request`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/inner"), response: .text("inner"))
    registry.stub(
      condition: isPath("/"),
      response: .stream {
        let body = Outcome()
        let answered = DispatchSemaphore(value: 0)
        // In the closure the scope is the one whose stub it is.
        StubRegistry.current.session.dataTask(with: url("http://i.test/inner")) { data, _, _ in
          body.data = data
          answered.signal()
        }.resume()
        answered.wait()
        return AsyncStream<Data> { pieces in
          if let data = body.data { pieces.yield(data) }
          pieces.finish()
        }
      })
    let (data, _) = try await registry.session.data(from: url("http://i.test/"))
    #expect(String(decoding: data, as: UTF8.self) == "inner")
  }

  /// What a handler was told before somebody was woken.
  private final class Outcome: @unchecked Sendable {
    var data: Data?
  }

  @Test func `an alarm that meets the answer leaves the clock free`() async throws {
    for _ in 0..<150 {
      let clock = ManualClock()
      let registry = StubRegistry(clock: clock)
      let (opened, open) = AsyncStream.makeStream(of: Void.self)
      let stub = registry.stub(condition: anyRequest()) { _ async in
        for await _ in opened {}
        return .text("x")
      }
      var request = request("http://alarm.test/")
      request.timeoutInterval = 1
      async let answer = try? registry.session.data(for: request)
      try await stub.waitForRequests(timeout: .seconds(600))
      async let moved: Void = clock.advance(by: .seconds(2))
      open.finish()
      await moved
      _ = await answer
      await clock.advance(by: .seconds(2))
    }
  }

  /// A clock of a user's on which nobody ever waits.
  private struct ImmediateClock: Clock {
    struct Instant: InstantProtocol {
      var offset = Duration.zero
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }
    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      try Task.checkCancellation()
    }
  }

  /// A clock of a user's that has something against waiting.
  private struct BrokenClock: Clock {
    struct Broken: Error {}
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      throw Broken()
    }
  }

  @Test func `a clock that throws ends what waits on it`() async throws {
    let registry = StubRegistry(clock: BrokenClock())
    registry.stub(condition: isPath("/late"), response: .text("x").delayed(by: .seconds(1)))
    registry.stub(condition: isPath("/never")) { _ async throws in
      try await Task.sleep(for: .seconds(600))
      return .text("x")
    }
    await #expect(throws: (any Error).self) {
      try await registry.session.data(from: url("http://broken.test/late"))
    }
    var request = request("http://broken.test/never")
    request.timeoutInterval = 0.05
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: request)
    }
    #expect(error?.code == .timedOut)
  }

  @Test func `a clock that never waits gives closures their time`() async throws {
    let registry = StubRegistry(clock: ImmediateClock())
    registry.stub(condition: isPath("/sync")) { _ in
      DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20)) == .timedOut
        ? .text("done") : .text("never")
    }
    registry.stub(condition: isPath("/async")) { _ async in
      for _ in 0..<50 { await Task.yield() }
      return .text("done").delayed(by: .seconds(5))
    }
    for path in ["sync", "async"] {
      var request = request("http://never.test/\(path)")
      // Limits are measured in wall time here, of which fifty turns take much on a machine that is busy.
      request.timeoutInterval = 3_600
      let (data, _) = try await registry.session.data(for: request)
      #expect(String(decoding: data, as: UTF8.self) == "done")
    }
  }

  @Test func `a closure that blocks the report lets the request end`() async throws {
    let registry = StubRegistry()
    let gate = DispatchSemaphore(value: 0)
    // Asked for the report only, since the path has decided.
    registry.stub(
      condition: isPath("/b")
        && satisfies("the gate is open") { _ in
          gate.wait()
          return false
        }, response: .text("x"))
    var request = request("http://report.test/a")
    request.timeoutInterval = 3
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: request)
    }
    #expect(error?.code == .resourceUnavailable)
    #expect(
      error?.localizedDescription
        == "No stub matches GET http://report.test/a. The report on it was not ready in the "
        + "request's time.")
    #expect(await registry.settledExchanges().map(\.outcome) == [.unmatched])
    gate.signal()
  }

  @Test func `a slow handler does not make an unmatched request a mere timeout`() async throws {
    let registry = StubRegistry()
    let gate = DispatchSemaphore(value: 0)
    let token = registry.onEvent { _ in gate.wait() }
    var request = request("http://handler.test/a")
    request.timeoutInterval = 3
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: request)
    }
    #expect(error?.code == .resourceUnavailable)
    #expect(registry.exchanges.map(\.outcome) == [.unmatched])
    token.cancel()
    for _ in 0..<4 { gate.signal() }
  }

  private final class Ending: Sendable {
    @TaskLocal static var local: Ending?
    let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  @Test(.stubbed) func `an object in a task-local may ask StubKit as it ends`() {
    stub(condition: anyRequest(), expected: .any, response: .text("x"))
    let first = URLRequest(url: url("https://ending.test/a"))
    let hasEnded = StubState(false)
    // On Linux the surroundings of a question are kept for the task whose queue asks.
    DispatchQueue(label: "org.swift.URLSessionTask.WorkQueue").sync {
      Ending.$local.withValue(
        Ending {
          _ = StubURLProtocol.canInit(with: request("https://ending.test/b"))
          hasEnded.update { $0 = true }
        }
      ) {
        _ = StubURLProtocol.canInit(with: first)
      }
      // Takes the place of the first question's surroundings, which hold the object.
      _ = StubURLProtocol.canInit(with: first)
    }
    #expect(hasEnded.value)
  }
}

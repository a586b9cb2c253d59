import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Each request has exactly one ending, also when it is cancelled at a bad moment.
struct CancellationTests {
  @Test func `a cancel before the start claims nothing`() async throws {
    let registry = StubRegistry()
    let stub = registry.stub(condition: anyRequest(), response: .text("x"))
    let delegate = RecordingDelegate()
    let task = session(registry, delegate).dataTask(with: url("http://cancel.test/"))
    task.cancel()
    task.resume()
    let outcome = await delegate.outcome
    #expect((outcome.completions.first as? URLError)?.code == .cancelled)
    #expect(outcome.responses.isEmpty)
    #expect(stub.callCount == 0)
  }

  @Test func `a cancel while waiting ends the request and leaves no sleeper`() async throws {
    let clock = ManualClock()
    let registry = StubRegistry(clock: clock)
    let stub = registry.stub(
      condition: anyRequest(), response: .text("late").delayed(by: .seconds(60)))
    let delegate = RecordingDelegate()
    let task = session(registry, delegate).dataTask(with: url("http://cancel.test/"))
    task.resume()
    try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
    task.cancel()
    let outcome = await delegate.outcome
    #expect((outcome.completions.first as? URLError)?.code == .cancelled)
    #expect(outcome.completions.count == 1)
    await clock.run()
    #expect(delegate.soFar.completions.count == 1)
    #expect(delegate.soFar.chunks.isEmpty)
    #expect(stub.callCount == 1)
    #expect(await registry.settledExchanges().map(\.outcome) == [.cancelled])
  }

  @Test func `a cancel between two chunks stops the body`() async throws {
    let clock = ManualClock()
    let registry = StubRegistry(clock: clock)
    registry.stub(
      condition: anyRequest(), response: .text("abcdef").chunked(every: .seconds(1), size: 2))
    let delegate = RecordingDelegate()
    let task = session(registry, delegate).dataTask(with: url("http://cancel.test/"))
    task.resume()
    try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
    await clock.advance(by: .seconds(1))
    task.cancel()
    let outcome = await delegate.outcome
    #expect((outcome.completions.first as? URLError)?.code == .cancelled)
    #expect(outcome.body.count < 6)
  }

  @Test func `a cancel after the end changes nothing`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("done"))
    let delegate = RecordingDelegate()
    let task = session(registry, delegate).dataTask(with: url("http://cancel.test/"))
    task.resume()
    let outcome = await delegate.outcome
    task.cancel()
    #expect(outcome.completions.count == 1)
    #expect(outcome.completions.first.flatMap(\.self) == nil)
    #expect(registry.exchanges.map(\.outcome) == [.finished])
  }

  @Test func `a hanging request can be cancelled`() async throws {
    let registry = StubRegistry(clock: ManualClock())
    let stub = registry.stub(condition: anyRequest(), response: .hang)
    let delegate = RecordingDelegate()
    let task = session(registry, delegate).dataTask(with: url("http://hang.test/"))
    task.resume()
    try await stub.waitForRequests(timeout: .seconds(600))
    task.cancel()
    #expect((await delegate.outcome.completions.first as? URLError)?.code == .cancelled)
  }

  @Test(
    .onlyOnLinux("elsewhere the loading system makes the error"),
    arguments: ["page=2": "page=2", "token=hunter2-x": "token=REDACTED"])
  func `the error of a cancelled request names it, without its secrets`(
    query: String, shown: String
  ) async throws {
    let registry = StubRegistry(clock: ManualClock())
    let stub = registry.stub(condition: anyRequest(), response: .hang)
    let delegate = RecordingDelegate()
    let task = session(registry, delegate).dataTask(with: url("http://hang.test/a?\(query)"))
    task.resume()
    try await stub.waitForRequests(timeout: .seconds(600))
    task.cancel()
    let error = await delegate.outcome.completions.first as? URLError
    #expect(error?.code == .cancelled)
    #expect(error?.failingURL == url("http://hang.test/a?\(shown)"))
  }

  @Test func `a cancelled async closure is cancelled, too`() async throws {
    let registry = StubRegistry()
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Bool.self)
    registry.stub(condition: anyRequest()) { _ async in
      start.finish()
      await withTaskCancellationHandler {
        try? await Task.sleep(for: .seconds(3_600))
      } onCancel: {
        end.yield(true)
      }
      return .text("never")
    }
    let delegate = RecordingDelegate()
    let task = session(registry, delegate).dataTask(with: url("http://closure.test/"))
    task.resume()
    for await _ in started {}
    task.cancel()
    var ends = ended.makeAsyncIterator()
    #expect(await ends.next() == true)
    #expect((await delegate.outcome.completions.first as? URLError)?.code == .cancelled)
  }

  @Test func `a cancelled request lets go of the source of its body`() async throws {
    let registry = StubRegistry()
    let (opened, open) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Bool.self)
    registry.stub(
      condition: anyRequest(),
      response: .stream {
        // It never ends by itself.
        AsyncThrowingStream<Data, any Error> { continuation in
          continuation.onTermination = { _ in end.yield(true) }
          continuation.yield(Data("first".utf8))
          open.finish()
        }
      })
    let delegate = RecordingDelegate()
    let task = session(registry, delegate).dataTask(with: url("http://source.test/"))
    task.resume()
    for await _ in opened {}
    task.cancel()
    let outcome = await delegate.outcome
    #expect((outcome.completions.first as? URLError)?.code == .cancelled)
    var ends = ended.makeAsyncIterator()
    #expect(await ends.next() == true)
  }

  @Test(arguments: [Duration.zero, .milliseconds(1)])
  func `thousands of cancels that race with the end neither crash nor call back twice`(
    delay: Duration
  ) async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("race").delayed(by: delay))
    let session = registry.session
    let endings = Endings()
    for _ in 0..<40 {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<100 {
          group.addTask {
            await withCheckedContinuation { continuation in
              let task = session.dataTask(with: url("http://race.test/\(number)")) {
                data, _, error in
                // A second call would resume the continuation again, and trap.
                endings.count(isSuccess: data != nil && error == nil)
                continuation.resume()
              }
              task.resume()
              if number % 3 == 0 { task.cancel() }
              if number % 3 == 1 { DispatchQueue.global().async { task.cancel() } }
            }
          }
        }
      }
    }
    #expect(endings.total == 4_000)
    #expect(endings.successes > 0)
    #expect(endings.successes < 4_000)
  }

  @Test(.onlyOnLinux("only there suspend() stops a protocol; elsewhere the probe asks"))
  func `a suspended task waits and then gets everything once`() async throws {
    let clock = ManualClock()
    let registry = StubRegistry(clock: clock)
    registry.stub(
      condition: anyRequest(), response: .text("abcdef").chunked(every: .seconds(1), size: 2))
    let delegate = RecordingDelegate()
    let task = session(registry, delegate).dataTask(with: url("http://suspend.test/"))
    task.resume()
    try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
    task.suspend()
    await clock.advance(by: .seconds(30))
    #expect(delegate.soFar.completions.isEmpty)
    task.resume()
    task.resume()
    await clock.run()
    let outcome = await delegate.outcome
    #expect(String(decoding: outcome.body, as: UTF8.self) == "abcdef")
    #expect(outcome.responses.count == 1)
    #expect(outcome.completions.count == 1)
  }

  @Test(arguments: [true, false])
  func `a task that is suspended and resumed at once is claimed once`(hasCache: Bool) async throws {
    let registry = StubRegistry()
    let once = registry.stub(condition: anyRequest(), times: 1, response: .text("once"))
    let configuration = URLSessionConfiguration.default.stubbed(by: registry)
    if hasCache { configuration.urlCache = Self.cache() }
    let delegate = RecordingDelegate()
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: url("http://suspend.test/"))
    task.resume()
    task.suspend()
    task.resume()
    let outcome = await delegate.outcome
    #expect(String(decoding: outcome.body, as: UTF8.self) == "once")
    #expect(outcome.completions.count == 1)
    #expect(once.callCount == 1)
    #expect(registry.unmatchedRequests.isEmpty)
  }

  @Test func `a session with a cache survives cancels that overtake the start`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let configuration = URLSessionConfiguration.default.stubbed(by: registry)
    configuration.urlCache = Self.cache()
    let session = URLSession(configuration: configuration)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<500 {
        group.addTask {
          await withCheckedContinuation { continuation in
            let task = session.dataTask(with: url("http://overtake.test/\(number)")) { _, _, _ in
              continuation.resume()
            }
            task.resume()
            task.cancel()
          }
        }
      }
    }
  }

  private func session(_ registry: StubRegistry, _ delegate: RecordingDelegate) -> URLSession {
    URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
  }

  private static func cache() -> URLCache {
    URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
  }

  /// Counts how requests ended.
  private final class Endings: @unchecked Sendable {
    private let lock = NSLock()
    private var counts = (total: 0, successes: 0)

    var total: Int { lock.withLock { counts.total } }
    var successes: Int { lock.withLock { counts.successes } }

    func count(isSuccess: Bool) {
      lock.withLock {
        counts.total += 1
        if isSuccess { counts.successes += 1 }
      }
    }
  }
}

import Foundation
import StubKitServer
import Testing

@testable import StubKit

/// Simulated time, and clients that no session and no task is seen of.
struct ServedTimeTests {
  private static var seesThreads: Bool {
    if case .unseen = ThreadWatch.waitForSleep(patiently: false, while: { false }) { return false }
    return true
  }

  @Test(.enabled(if: seesThreads, "threads cannot be looked at here"))
  func `time waits for a client that is at work on a thread of its own`() async throws {
    try await withStubServer(clock: .manual) { server in
      let registry = server.registry
      registry.stub(
        condition: isPath("/late"), response: .text("late").delayed(by: .seconds(30)))
      // Without somebody else at work the clock would wait until every thread sleeps.
      let isOver = Locked(false)
      Thread.detachNewThread { while !isOver.withLock({ $0 }) {} }
      defer { isOver.withLock { $0 = true } }

      let port = UInt16(server.port)
      let (answers, answer) = AsyncStream<String>.makeStream()
      await withCheckedContinuation { begun in
        Thread.detachNewThread {
          begun.resume()
          Self.compute(for: 45_000_000)
          if let client = try? RawClient(to: port) {
            client.send("GET /late HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            answer.yield((try? client.readToEnd()) ?? "")
          }
          answer.finish()
        }
      }
      await (try registry.clock(as: ManualClock.self)).advance(by: .seconds(30))
      #expect(registry.exchanges.map(\.start) == [.zero])
      let text = await answers.first { _ in true }
      #expect(text?.hasSuffix("late") == true)
    }
  }

  /// Takes so many nanoseconds of a processor's time.
  private static func compute(for duration: Int) {
    func taken() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    let end = taken() + duration
    while taken() < end {}
  }
}

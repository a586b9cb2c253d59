import Foundation
import StubKitTesting
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a `.stubbed` test says that ends, as by a time limit, while something waits for its clock.
struct StandingClockTests {
  private static func get(_ path: String) async throws {
    let url = try #require(URL(string: "https://clock.test\(path)"))
    _ = try await URLSession.shared.data(from: url)
  }

  /// Cancels a test as soon as it says so.
  private static func cancelling(
    _ trait: StubbedTrait,
    _ body: @escaping @Sendable (_ cancel: @escaping @Sendable () -> Void) async throws -> Void
  ) async throws -> RecordedIssues {
    let (ready, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      defer { continuation.finish() }
      return try await RecordedIssues.of(trait) { _ in try await body { continuation.yield() } }
    }
    for await _ in ready { break }
    task.cancel()
    return try await task.value
  }

  @Test func `what waited for a clock that nobody moved is said at the end`() async throws {
    let clock = ManualClock()
    let issues = try await Self.cancelling(.stubbed(clock: clock)) { cancel in
      stub(
        condition: isPath("/late"), line: 3, response: .status(204).delayed(by: .seconds(30)))
      stub(condition: isPath("/soon"), response: .status(204).delayed(by: .seconds(1)))
      async let soon: Void = Self.get("/soon")
      try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
      await clock.advance(by: .seconds(1))
      try await soon
      async let late: Void = Self.get("/late")
      try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
      cancel()
      try await late
    }
    #expect(
      issues.texts == [
        """
        The test was cancelled while its clock stood at 1.0 seconds, and 1 sleeper waits:
          a response until 31.0 seconds on the clock
        Requests that have not ended:
          GET https://clock.test/late, since 1.0 seconds, by the stub at StandingClockTests.swift:3
        → The clock moves only by advance(by:), advance(to:) and run().
        """
      ])
    #expect(issues.all.map(\.severity) == [.warning])
    #expect((issues.thrown as? URLError)?.code == .cancelled)
  }

  @Test func `what the test was told of before is not said again at the end`() async throws {
    let clock = ManualClock()
    let issues = try await Self.cancelling(.stubbed(clock: clock)) { cancel in
      stub(condition: isPath("/late"), response: .status(204).delayed(by: .seconds(30)))
      async let late: Void = Self.get("/late")
      try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
      StubRegistry.current.watchClock(patience: .zero)
      let watch = try #require(StubRegistry.current.standstillWatch)
      for _ in 0..<5 { watch.look() }
      cancel()
      try await late
    }
    #expect(issues.texts.count == 1)
    #expect(issues.texts.first??.hasPrefix("The clock has stood still at 0.0 seconds") == true)
  }

  @Test func `a wait for a request names the manual clock that something waits for`() async throws {
    let clock = ManualClock()
    try await withStubs(clock: clock) { _ in
      let late = stub(
        condition: isPath("/late"), fileID: "T/U.swift", line: 3,
        response: .status(204).delayed(by: .seconds(30)))
      async let answer: Void = Self.get("/late")
      try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
      let error = await #expect(throws: StubWaitTimeout.self) {
        try await late.waitForRequests(until: .ended, timeout: .milliseconds(1))
      }
      #expect(
        error?.description == """
          Waited 0.001 seconds for 1 request to isPath("/late") (U.swift:3) to end, and 1 came, of \
          which none ended.
            → The manual clock stands at 0.0 seconds until the test moves it; on it waits a response \
          until 30.0 seconds on the clock.
          """)
      await clock.run()
      try await answer
    }
  }

  @Test func `a scope within the test says it once, and where nothing waits nothing is said`()
    async throws
  {
    let clock = ManualClock()
    let once = try await Self.cancelling(.stubbed(clock: clock)) { cancel in
      try await withStubs { _ in
        async let sleep: Void = clock.sleep(for: .seconds(5))
        try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
        cancel()
        try await sleep
      }
    }
    #expect(
      once.texts == [
        """
        The test was cancelled while its clock stood at 0.0 seconds, and 1 sleeper waits:
          a task until 5.0 seconds on the clock
        → The clock moves only by advance(by:), advance(to:) and run().
        """
      ])
    let never = try await Self.cancelling(.stubbed(clock: ManualClock())) { cancel in
      cancel()
      try await Task.sleep(for: .seconds(1_000))
    }
    #expect(never.texts == [])
  }
}

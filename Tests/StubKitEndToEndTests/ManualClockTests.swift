import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the page on stubbed tests says of a manual clock.
@Suite(.stubbed(clock: ManualClock())) struct ManualClockTests {
  private let ownClock = StubRegistry.current.clock as? ManualClock

  private var clock: ManualClock { get throws { try #require(ownClock) } }

  @Test func `the clock of the attribute is found also where a suite keeps it`() throws {
    #expect(try clock === StubRegistry.current.clock as? ManualClock)
  }

  @Test func `a request that is made when the clock has been moved waits from then on`()
    async throws
  {
    let clock = try clock
    stub(condition: anyRequest(), response: .text("late").delayed(by: .seconds(30)))
    await clock.advance(by: .seconds(30))
    async let answer = URLSession.shared.data(from: url("https://clock.test/"))
    try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
    await clock.run()
    _ = try await answer
    #expect(clock.now.offset == .seconds(60))
  }

  @Test func `answers that do not come and timeouts of an app are sleepers`() async throws {
    let clock = try clock
    stub(condition: anyRequest(), response: .hang)
    let answer = Task { try await URLSession.shared.data(from: url("https://clock.test/")) }
    async let limit: Void = clock.sleep(for: .seconds(10))
    try await clock.waitForSleepers(count: 2, timeout: .seconds(600))
    await clock.advance(by: .seconds(60))
    try await limit
    await #expect(throws: URLError.self) { _ = try await answer.value }
  }

  @Test func `an advance over an answer that takes longer than the timeout ends the request`()
    async throws
  {
    let clock = try clock
    stub(condition: anyRequest(), response: .text("late").delayed(by: .seconds(90)))
    let answer = Task {
      var request = request("https://clock.test/")
      request.timeoutInterval = 60
      return try await URLSession.shared.data(for: request)
    }
    try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
    await clock.advance(by: .seconds(60))
    let error = await #expect(throws: URLError.self) { _ = try await answer.value }
    #expect(error?.code == .timedOut)
  }

  @Test func `step by step the clock leads through a chain`() async throws {
    let clock = try clock
    stub(condition: anyRequest(), response: .text("late").delayed(by: .seconds(10)))
    async let chain: Void = Self.chain(on: clock)
    for step in [10, 5, 10] {
      try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
      await clock.advance(by: .seconds(step))
    }
    try await chain
    #expect(clock.now.offset == .seconds(25))
  }

  @Test(.stubbed(clock: FastForwardClock())) func `a fast clock leads through any chain`()
    async throws
  {
    stub(condition: anyRequest(), response: .text("late").delayed(by: .seconds(10)))
    try await Self.chain(on: StubRegistry.current.clock)
    #expect(StubRegistry.current.exchanges.last?.start == .seconds(15))
  }

  /// Asks, pauses, and asks again.
  private static func chain(on clock: any Clock<Duration>) async throws {
    _ = try await URLSession.shared.data(from: url("https://clock.test/first"))
    try await clock.sleep(for: .seconds(5))
    _ = try await URLSession.shared.data(from: url("https://clock.test/second"))
  }
}

import Foundation
import StubKit
import StubKitExploring
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Code that sleeps until it is cancelled says `.seconds(Int64.max)`, on clocks that have moved, too.
struct EndlessDurationTests {
  private let endless = Duration.seconds(Int64.max)

  @Test func `an endless sleep is cancelled on a clock that has moved`() async throws {
    let clock = ManualClock()
    await clock.advance(by: .seconds(1))
    let sleep = Task { [endless] in try await clock.sleep(for: endless) }
    try await clock.waitForSleepers()
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }

  @Test func `reports name an endless sleeper`() async throws {
    try await withStubs(clock: .manual) { registry in
      let stub = registry.stub(condition: anyRequest(), expected: .any, response: .text("x"))
      let clock = try registry.clock(as: ManualClock.self)
      await clock.advance(by: .seconds(1))
      let sleep = Task { [endless] in try? await clock.sleep(for: endless) }
      try await clock.waitForSleepers()
      let last = "9.223372036854776e+18 seconds"
      let standstill = registry.standstill
      #expect(standstill.contains(last), "\(standstill)")
      let timeout = await #expect(throws: SleeperWaitTimeout.self) {
        try await clock.waitForSleepers(count: 2, timeout: .zero)
      }
      #expect(try #require(timeout).description.contains(last))
      let wait = await #expect(throws: StubWaitTimeout.self) {
        try await stub.waitForRequests(timeout: .zero)
      }
      #expect(try #require(wait).description.contains(last))
      sleep.cancel()
      await sleep.value
    }
  }

  @Test func `a clock outlives twenty endless sleeps`() async throws {
    let clock = FastForwardClock()
    for _ in 0..<20 { try await clock.sleep(for: endless) }
    #expect(clock.now.offset == endless)
    #expect(clock.now.advanced(by: .seconds(Int64.min) * 2).offset == .zero - .seconds(1))
  }

  @Test func `a wait or a patience of less than nothing is over at once`() async throws {
    let least = Duration.seconds(Int64.min)
    await #expect(throws: SleeperWaitTimeout.self) {
      try await ManualClock().waitForSleepers(timeout: least)
    }
    let registry = StubRegistry()
    let stub = registry.stub(condition: anyRequest(), response: .text("x"))
    let wait = await #expect(throws: StubWaitTimeout.self) {
      // Below what even the system's own clock can sleep for.
      try await stub.waitForRequests(timeout: least * 2)
    }
    #expect(wait?.description.hasSuffix("and none came.") == true)
    // Which error is the machine's affair: with no patience, a busy one takes healthy answers for hung.
    await #expect(throws: (any Error).self) {
      try await withEveryFault(.offline, patience: least) { registry in
        registry.stub(condition: anyRequest(), response: .text("x"))
        _ = try await registry.session.data(from: url("https://endless.test/"))
      }
    }
  }

  @Test func `an exchange that lasts for ages is archived`() async throws {
    let clock = ManualClock()
    let registry = StubRegistry(clock: clock)
    let stub = registry.stub(condition: anyRequest(), response: .hang)
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    configuration.timeoutIntervalForRequest = .infinity
    configuration.timeoutIntervalForResource = .infinity
    var request = URLRequest(url: url("https://endless.test/"))
    request.timeoutInterval = .infinity
    let task = URLSession(configuration: configuration).dataTask(with: request)
    task.resume()
    try await stub.waitForRequests()
    await clock.advance(by: .seconds(1_000_000_000_000_000))
    task.cancel()
    try await stub.waitForRequests(until: .ended)
    let archive = try JSONDecoder().decode(StubJSON.self, from: registry.conversation.har())
    #expect(archive.description.contains("1000000000000000000"))
  }

  @Test(arguments: [600, 5_000])
  func `a value that is nested too deeply is refused`(_ depth: Int) {
    var value: Any = [Any]()
    for _ in 0..<depth { value = [value] }
    let error = #expect(throws: StubJSON.InvalidValue.self) { try StubJSON(value) }
    #expect(error?.description.hasSuffix("nested more than 512 levels deep") == true)
    // Freed one by one: the nested arrays would need as deep a stack.
    while let inner = (value as? [Any])?.first { value = inner }
  }
}

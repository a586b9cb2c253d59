import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite
struct ManualClockTests {
  private let clock = ManualClock()
  private let journal = Journal()

  /// Starts a participant that notes each of these seconds as it comes.
  private func participant(_ name: String, seconds: [Int]) -> Task<Void, Never> {
    clock.time.begin()
    return Task {
      for second in seconds {
        await clock.time.participantSleep(until: .seconds(second))
        journal.note("\(name) \(second) at \(clock.now.offset.components.seconds)")
      }
      clock.time.end()
    }
  }

  @Test func `an advance wakes whoever is due, in order`() async throws {
    let first = participant("a", seconds: [1, 4, 9])
    let second = participant("b", seconds: [2, 3])
    try await clock.waitForSleepers(count: 2, timeout: .seconds(600))
    #expect(journal.entries == [])

    await clock.advance(by: .seconds(3))
    #expect(journal.entries == ["a 1 at 1", "b 2 at 2", "b 3 at 3"])
    #expect(clock.now.offset == .seconds(3))

    await clock.advance(to: SimulatedInstant(offset: .seconds(8)))
    #expect(journal.entries.last == "a 4 at 4")
    #expect(clock.now.offset == .seconds(8))

    await clock.run()
    #expect(journal.entries.last == "a 9 at 9")
    #expect(clock.now.offset == .seconds(9))
    await first.value
    await second.value
  }

  @Test func `may be advanced by the longest of times, again and again`() async {
    await clock.advance(by: .seconds(1))
    for _ in 1...40 { await clock.advance(by: .seconds(Int64.max)) }
    #expect(clock.now.offset == .seconds(Int64.max))
    await clock.advance(by: .seconds(-1))
    #expect(clock.now.offset == .seconds(Int64.max))
  }

  @Test func `sleepers with the same deadline wake in the order they came`() async throws {
    for number in 0..<5 {
      _ = participant("\(number)", seconds: [1])
      try await clock.waitForSleepers(count: number + 1, timeout: .seconds(600))
    }
    await clock.advance(by: .seconds(1))
    #expect(journal.entries == (0..<5).map { "\($0) 1 at 1" })
  }

  @Test func `an advance waits for what a participant does next`() async throws {
    clock.time.begin()
    let task = Task {
      await clock.time.participantSleep(until: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
      journal.note("worked")
      await clock.time.participantSleep(until: .seconds(2))
      for _ in 0..<100 { await Task.yield() }
      journal.note("done")
      clock.time.end()
    }
    try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
    await clock.advance(by: .seconds(5))
    #expect(journal.entries == ["worked", "done"])
    #expect(clock.now.offset == .seconds(5))
    await task.value
  }

  @Test func `an advance that falls short wakes nobody`() async throws {
    let sleeper = Task { try await clock.sleep(for: .seconds(2)) }
    try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
    await clock.advance(by: .milliseconds(1_999))
    #expect(clock.time.sleeperCount == 1)
    await clock.advance(by: .milliseconds(1))
    #expect(clock.time.sleeperCount == 0)
    try await sleeper.value
  }

  @Test func `an advance into the past changes nothing`() async {
    await clock.advance(by: .seconds(5))
    await clock.advance(to: SimulatedInstant(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(5))
    await clock.advance(by: .seconds(-3))
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `a moment that has come is not waited for`() async throws {
    await clock.advance(by: .seconds(5))
    for second in [4, 5] {
      try await clock.sleep(until: SimulatedInstant(offset: .seconds(second)), tolerance: nil)
    }
  }

  @Test func `a time limit is over when its moment comes, before those who sleep until then`()
    async throws
  {
    let stops = [1, 2].map { second in
      clock.time.setAlarm(after: .seconds(second)) { [clock, journal] in
        journal.note("limit at \(clock.now.offset.components.seconds)")
        clock.time.end()
      }
    }
    let sleeper = participant("a", seconds: [1])
    try await clock.waitForSleepers(timeout: .seconds(600))
    await clock.advance(by: .seconds(1))
    await clock.advance(by: .seconds(1))
    #expect(journal.entries == ["limit at 1", "a 1 at 1", "limit at 2"])
    for stop in stops { stop() }
    await sleeper.value
  }

  @Test func `a run without sleepers returns`() async throws {
    await clock.run()
    try await clock.waitForSleepers(count: 0, timeout: .seconds(600))
    #expect(clock.now.offset == .zero)
    #expect(!clock.time.movesByItself)
  }

  @Test func `a cancelled sleeper is gone at once`() async throws {
    let sleeper = Task { try await clock.sleep(for: .seconds(2)) }
    try await clock.waitForSleepers(timeout: .seconds(600))
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.time.sleeperCount == 0)
    await clock.run()
    #expect(clock.now.offset == .zero)
  }

  @Test func `a sleep ends that is cancelled just as it begins`() async {
    for _ in 1...1_000 {
      let sleeper = Task.detached { [clock] in try await clock.sleep(for: .seconds(2)) }
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
    #expect(clock.time.sleeperCount == 0)
  }

  @Test func `a cancelled task does not sleep, not even until a moment that has passed`() async {
    let sleeper = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(until: clock.now, tolerance: nil)
    }
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.time.busyCount == 0)
  }

  @Test func `waiting for sleepers ends when the waiter is cancelled`() async {
    let waiter = Task { try await clock.waitForSleepers(count: 3, timeout: .seconds(600)) }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }

  @Test func `waiting for sleepers ends with an error when the time is over`() async {
    let error = await #expect(throws: SleeperWaitTimeout.self) {
      try await clock.waitForSleepers(count: 1, timeout: .milliseconds(1))
    }
    #expect(
      error?.description == """
        Waited 0.001 seconds for 1 task to sleep on the clock, but none sleeps there.
        → Give the code under test this clock, or expect fewer sleepers.
        """)
    #expect(error?.localizedDescription == error?.description)
  }

  @Test func `the error says who sleeps, who is at work, and what no stub matched`() async throws {
    let registry = StubRegistry(clock: clock)
    let sleeper = Task { try await clock.sleep(for: .seconds(40)) }
    let response = participant("a", seconds: [30])
    try await clock.waitForSleepers(count: 2, timeout: .seconds(600))
    clock.time.begin()
    let users = try #require(URL(string: "https://sleepers.test/users"))
    _ = registry.decide(URLRequest(url: users), body: nil)
    let error = await #expect(throws: SleeperWaitTimeout.self) {
      try await clock.waitForSleepers(count: 3, timeout: .milliseconds(1))
    }
    #expect(
      error?.description == """
        Waited 0.001 seconds for 3 tasks to sleep on the clock, but only 2 sleep there:
          a response until 30.0 seconds on the clock
          a task until 40.0 seconds on the clock
        1 response is at work and does not sleep.
        No stub matched:
          GET https://sleepers.test/users
        """)
    clock.time.end()
    let later = await #expect(throws: SleeperWaitTimeout.self) {
      try await clock.waitForSleepers(count: 3, timeout: .milliseconds(1))
    }
    #expect(later?.description.hasSuffix("GET https://sleepers.test/users") == true)
    await clock.run()
    try await sleeper.value
    await response.value
  }

  @Test func `what was unmatched before the clock was moved is not named`() async throws {
    clock.time.note(unmatched: "GET https://sleepers.test/early")
    await clock.advance(by: .seconds(1))
    let error = await #expect(throws: SleeperWaitTimeout.self) {
      try await clock.waitForSleepers(count: 2, timeout: .zero)
    }
    #expect(
      error?.description == """
        Waited 0.0 seconds for 2 tasks to sleep on the clock, but none sleeps there.
        → Give the code under test this clock, or expect fewer sleepers.
        """)
  }

  @Test func `the longest timeout is no mistake`() async throws {
    try await clock.waitForSleepers(count: 0, timeout: .seconds(Int64.max))
  }

  @Test func `an advance in a cancelled task moves the clock and wakes whoever is due`()
    async throws
  {
    let sleeper = participant("a", seconds: [1, 2])
    try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
    let advance = Task {
      while !Task.isCancelled { await Task.yield() }
      await clock.advance(by: .seconds(3))
      journal.note("there")
    }
    advance.cancel()
    await advance.value
    #expect(journal.entries == ["a 1 at 1", "a 2 at 2", "there"])
    #expect(clock.now.offset == .seconds(3))
    await sleeper.value
  }

  @Test func `a run in a cancelled task runs to the end`() async throws {
    let sleeper = participant("a", seconds: [1, 2])
    try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
    let run = Task {
      while !Task.isCancelled { await Task.yield() }
      await clock.run()
    }
    run.cancel()
    await run.value
    #expect(journal.entries == ["a 1 at 1", "a 2 at 2"])
    await sleeper.value
  }

  @Test func `an advance in a cancelled task does not wait for ever for one who is busy`() async {
    let clock = ManualClock(patience: .milliseconds(1))
    clock.time.begin()
    let advance = Task { await clock.advance(by: .seconds(1)) }
    advance.cancel()
    await advance.value
    #expect(clock.now.offset == .seconds(1))
    clock.time.end()
  }

  @Test func `several may wait and advance at once`() async throws {
    let tasks = (1...20).map { participant("p\($0)", seconds: [$0, $0 + 20, $0 + 40]) }
    try await clock.waitForSleepers(count: 20, timeout: .seconds(600))
    await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { [clock] in await clock.advance(by: .seconds(60)) } }
    }
    for task in tasks { await task.value }
    #expect(journal.entries.count == 60)
    #expect(
      journal.entries
        == (0..<3).flatMap { round in
          (1...20).map { "p\($0) \($0 + round * 20) at \($0 + round * 20)" }
        })
  }

  @Test func `moments are ordered and apart`() {
    let moment = clock.now.advanced(by: .seconds(2))
    #expect(clock.now < moment)
    #expect(moment.duration(to: clock.now) == .seconds(-2))
  }

  @Test func `two that move the clock by some time move it by both`() async throws {
    clock.time.begin()
    let before = clock.time.outlook.changes
    let advances = (1...2).map { _ in Task { [clock] in await clock.advance(by: .seconds(10)) } }
    // Each of them waits for who is busy.
    while clock.time.outlook.changes < before + 2 { await Task.yield() }
    clock.time.end()
    for advance in advances { await advance.value }
    #expect(clock.now.offset == .seconds(20))
    await clock.advance(by: .seconds(-5))
    await clock.advance(by: .seconds(1))
    #expect(clock.now.offset == .seconds(21))
    await clock.advance(to: SimulatedInstant(offset: .seconds(30)))
    await clock.advance(by: .seconds(1))
    #expect(clock.now.offset == .seconds(31))
  }
}

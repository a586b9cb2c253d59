import Testing

@testable import StubKit

@Suite(.timeLimit(.minutes(1)))
struct ManualClockTests {
  private let clock = ManualClock()
  private let journal = Journal()

  /// Starts a participant that notes each of these seconds as it comes.
  private func participant(_ name: String, seconds: [Int]) -> Task<Void, Never> {
    clock.time.begin()
    return Task {
      for second in seconds {
        try? await clock.time.participantSleep(until: .seconds(second))
        journal.note("\(name) \(second) at \(clock.now.offset.components.seconds)")
      }
      clock.time.end()
    }
  }

  @Test func `an advance wakes whoever is due, in order`() async {
    let first = participant("a", seconds: [1, 4, 9])
    let second = participant("b", seconds: [2, 3])
    await clock.waitForSleepers(count: 2)
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

  @Test func `sleepers with the same deadline wake in the order they came`() async {
    for number in 0..<5 {
      _ = participant("\(number)", seconds: [1])
      await clock.waitForSleepers(count: number + 1)
    }
    await clock.advance(by: .seconds(1))
    #expect(journal.entries == (0..<5).map { "\($0) 1 at 1" })
  }

  @Test func `an advance waits for what a participant does next`() async {
    clock.time.begin()
    let task = Task {
      try? await clock.time.participantSleep(until: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
      journal.note("worked")
      try? await clock.time.participantSleep(until: .seconds(2))
      for _ in 0..<100 { await Task.yield() }
      journal.note("done")
      clock.time.end()
    }
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(5))
    #expect(journal.entries == ["worked", "done"])
    #expect(clock.now.offset == .seconds(5))
    await task.value
  }

  @Test func `an advance that falls short wakes nobody`() async throws {
    let sleeper = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .milliseconds(1_999))
    #expect(clock.time.sleeperCount == 1)
    await clock.advance(by: .milliseconds(1))
    #expect(clock.time.sleeperCount == 0)
    try await sleeper.value
  }

  @Test func `an advance into the past changes nothing`() async {
    await clock.advance(by: .seconds(5))
    await clock.advance(to: SimulatedInstant(offset: .seconds(1)))
    await clock.advance(by: .seconds(-3))
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `a run without sleepers returns`() async {
    await clock.run()
    await clock.waitForSleepers(count: 0)
    #expect(clock.now.offset == .zero)
  }

  @Test func `a cancelled sleeper is gone at once`() async {
    let sleeper = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.waitForSleepers()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.time.sleeperCount == 0)
    await clock.run()
    #expect(clock.now.offset == .zero)
  }

  @Test func `waiting for sleepers ends when the waiter is cancelled`() async {
    let waiter = Task { await clock.waitForSleepers(count: 3) }
    waiter.cancel()
    await waiter.value
  }

  @Test func `an advance that is cancelled does not wait for a busy participant`() async {
    clock.time.begin()
    let advance = Task { await clock.advance(by: .seconds(1)) }
    advance.cancel()
    await advance.value
    #expect(clock.now.offset == .zero)
    clock.time.end()
  }

  @Test func `several may wait and advance at once`() async {
    let tasks = (1...20).map { participant("p\($0)", seconds: [$0, $0 + 20, $0 + 40]) }
    await clock.waitForSleepers(count: 20)
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
}

import Testing

@testable import StubKit

@Suite
struct FastForwardClockTests {
  @Test func `a sleep ends at once, at its deadline`() async throws {
    let clock = FastForwardClock()
    let start = clock.now
    try await clock.sleep(for: .seconds(3_600))
    #expect(start.duration(to: clock.now) == .seconds(3_600))
    try await clock.sleep(until: start, tolerance: nil)
    #expect(start.duration(to: clock.now) == .seconds(3_600))
  }

  @Test func `it is any clock that counts in durations`() async throws {
    let clock: any Clock<Duration> = FastForwardClock()
    try await clock.sleep(for: .seconds(1))
    #expect(clock.minimumResolution == .nanoseconds(1))
  }

  @Test func `participants are woken one at a time in the order of their deadlines`() async throws {
    let clock = FastForwardClock()
    let journal = Journal()
    let deadlines = [5, 1, 4, 2, 3]
    // All begin before any sleeps, so that the time cannot jump too far.
    for _ in deadlines { clock.time.begin() }
    await withTaskGroup { group in
      for deadline in deadlines {
        group.addTask {
          for round in 0..<3 {
            let until = Duration.seconds(deadline + round * 10)
            await clock.time.participantSleep(until: until)
            journal.note("\(deadline + round * 10) at \(clock.time.now)")
          }
          clock.time.end()
        }
      }
    }
    let moments = [0, 10, 20].flatMap { round in (1...5).map { $0 + round } }
    #expect(journal.entries == moments.map { "\($0) at \(Duration.seconds($0))" })
    #expect(clock.time.busyCount == 0)
    #expect(clock.time.sleeperCount == 0)
  }

  @Test func `the time stands still while a participant is at work`() async throws {
    let clock = FastForwardClock()
    clock.time.begin()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.time.waitForSleepers(count: 1, timeout: .seconds(600))
    #expect(clock.time.now == .zero)
    clock.time.end()
    try await sleeper.value
    #expect(clock.time.now == .seconds(1))
  }

  @Test func `a cancelled sleeper is gone at once`() async throws {
    let clock = FastForwardClock()
    clock.time.begin()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.time.waitForSleepers(count: 1, timeout: .seconds(600))
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.time.sleeperCount == 0)
    #expect(clock.time.busyCount == 1)
    clock.time.end()
    #expect(clock.time.now == .zero)
  }

  @Test func `a participant whose sleep is taken back takes no part any more`() {
    let clock = FastForwardClock()
    let journal = Journal()
    clock.time.begin()
    clock.time.begin()
    let sleep = clock.time.sleep(until: .seconds(1)) { journal.note("woken") }
    #expect(clock.time.busyCount == 1)
    #expect(clock.time.sleeperCount == 1)
    sleep()
    #expect(clock.time.busyCount == 1)
    #expect(clock.time.sleeperCount == 0)
    clock.time.end()
    #expect(clock.time.busyCount == 0)
    #expect(clock.time.now == .zero)
    #expect(journal.entries == [])
  }

  @Test func `a participant that is woken is busy, and its sleep cannot be taken back`() async {
    let clock = FastForwardClock()
    let journal = Journal()
    clock.time.begin()
    // Nobody else is busy, so that the time comes as soon as everything is at rest.
    let (waking, continuation) = AsyncStream<Void>.makeStream()
    let sleep = clock.time.sleep(until: .seconds(1)) {
      journal.note("woken")
      continuation.finish()
    }
    for await _ in waking {}
    #expect(journal.entries == ["woken"])
    #expect(clock.time.now == .seconds(1))
    #expect(clock.time.busyCount == 1)
    sleep()
    #expect(clock.time.busyCount == 1)
    // The time is there already.
    let late = clock.time.sleep(until: .seconds(1)) { journal.note("at once") }
    #expect(journal.entries == ["woken", "at once"])
    #expect(clock.time.busyCount == 1)
    late()
    clock.time.end()
    #expect(clock.time.busyCount == 0)
  }

  @Test func `a task that is cancelled already does not sleep`() async throws {
    let clock = FastForwardClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.time.now == .zero)
  }

  @Test func `taking leave too often does no harm`() async throws {
    let clock = FastForwardClock()
    clock.time.end()
    clock.time.end()
    try await clock.sleep(for: .seconds(1))
    #expect(clock.time.now == .seconds(1))
  }

  @Test func `many sleepers and cancellations leave nothing behind`() async throws {
    let clock = FastForwardClock()
    clock.time.begin()
    let tasks = (0..<500).map { number in
      Task {
        try await clock.sleep(for: .milliseconds(number * 7 % 100 + 1))
      }
    }
    for (number, task) in tasks.enumerated() where number.isMultiple(of: 3) { task.cancel() }
    clock.time.end()
    var cancelled = 0
    for task in tasks {
      do { try await task.value } catch { cancelled += 1 }
    }
    #expect(cancelled == 167)
    #expect(clock.time.sleeperCount == 0)
  }
}

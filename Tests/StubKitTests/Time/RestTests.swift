import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// When simulated time moves, and for whom.
struct RestTests {
  private static func get(_ path: String, by session: URLSession = .shared) async throws {
    let url = try #require(URL(string: "https://rest.test\(path)"))
    _ = try await session.data(from: url)
  }

  private static func delay(_ seconds: Int, on path: String) {
    stub(
      condition: isPath(path), expected: .any,
      response: .text(path).delayed(by: .seconds(seconds)))
  }

  @Test(arguments: 0..<20)
  func `requests that start together race from the same moment`(round: Int) async throws {
    try await withStubs(clock: .fastForward) { registry in
      Self.delay(3, on: "/slow")
      Self.delay(1, on: "/quick")
      let order = try await withThrowingTaskGroup(of: String.self) { group in
        for path in ["/slow", "/quick"] {
          group.addTask {
            try await Self.get(path)
            return path
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(order == ["/quick", "/slow"])
      #expect(registry.exchanges.map(\.start) == [.zero, .zero])
    }
  }

  @Test(arguments: 0..<20)
  func `an answer that never comes does not time out before others were made`(round: Int)
    async throws
  {
    try await withStubs(clock: .fastForward) { registry in
      stub(condition: isPath("/hang"), response: .hang)
      Self.delay(0, on: "/quick")
      async let hanging: Void? = try? Self.get("/hang")
      for _ in 0..<5 { try await Self.get("/quick") }
      #expect(registry.elapsed == .zero)
      _ = await hanging
      #expect(registry.elapsed == .seconds(60))
    }
  }

  @Test(arguments: 0..<20)
  func `a timeout of the app's own comes before what takes longer`(round: Int) async throws {
    await withStubs(clock: .fastForward) { registry in
      Self.delay(5, on: "/slow")
      let first = await withTaskGroup(of: String.self) { group in
        group.addTask { (try? await Self.get("/slow")).map { "answer" } ?? "none" }
        group.addTask { [clock = registry.clock] in
          (try? await clock.sleep(for: .seconds(2))).map { "timeout" } ?? "none"
        }
        defer { group.cancelAll() }
        return await group.next()
      }
      #expect(first == "timeout")
      #expect(registry.elapsed == .seconds(2))
    }
  }

  @Test(arguments: 0..<20)
  func `a cancel is not overtaken where the session has other requests`(round: Int) async throws {
    try await withStubs(clock: .fastForward) { registry in
      Self.delay(5, on: "/slow")
      Self.delay(50, on: "/slower")
      async let other: Void = Self.get("/slower")
      try await registry.clock.sleep(for: .seconds(1))
      let slow = Task { try await Self.get("/slow") }
      try await registry.clock.sleep(for: .seconds(1))
      slow.cancel()
      _ = await slow.result
      #expect(registry.elapsed == .seconds(2))
      try await other
      #expect(registry.elapsed == .seconds(50))
    }
  }

  @Test func `two hundred scopes at once have times of their own`() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          try await withStubs(clock: .fastForward) { registry in
            let seconds = 1 + number % 7
            Self.delay(seconds, on: "/slow")
            Self.delay(0, on: "/quick")
            async let slow: Void = Self.get("/slow")
            for _ in 0..<5 { try await Self.get("/quick") }
            #expect(registry.elapsed == .zero)
            try await slow
            #expect(registry.elapsed == .seconds(seconds))
            try await registry.clock.sleep(for: .seconds(1))
            #expect(registry.elapsed == .seconds(seconds + 1))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `equal deadlines wake in the order of falling asleep`() async throws {
    try await withStubs(clock: .fastForward) { registry in
      let journal = Journal()
      let clock = registry.clock
      try await withThrowingTaskGroup { group in
        for number in 0..<20 {
          group.addTask {
            try await clock.sleep(for: .seconds(1))
            journal.note("\(number)")
          }
        }
        try await group.waitForAll()
      }
      #expect(journal.entries == (0..<20).map { "\($0)" })
      #expect(registry.elapsed == .seconds(1))
    }
  }

  @Test func `a clock that two scopes share moves when both are at rest`() async throws {
    let clock = FastForwardClock()
    let both = await withTaskGroup { group in
      for number in 1...2 {
        group.addTask {
          await withStubs(clock: clock) { registry in
            Self.delay(number, on: "/slow")
            Self.delay(0, on: "/quick")
            async let slow: Void? = try? Self.get("/slow")
            for _ in 0..<50 { try? await Self.get("/quick") }
            let quick = registry.exchanges.filter { $0.request.path == "/quick" }
            _ = await slow
            return quick.allSatisfy { $0.duration == .zero } && quick.count == 50
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(both == [true, true])
    #expect(clock.now.offset >= .seconds(2))
  }

  @Test func `the clock of a scope within goes first`() async throws {
    try await withStubs(clock: .fastForward) { outer in
      Self.delay(1, on: "/outer")
      async let outside: Void = Self.get("/outer")
      try await withStubs(clock: .fastForward) { inner in
        Self.delay(30, on: "/inner")
        for _ in 0..<3 { try await Self.get("/inner") }
        #expect(inner.elapsed == .seconds(90))
        #expect(outer.elapsed == .zero)
      }
      try await outside
      #expect(outer.elapsed == .seconds(1))
    }
  }

  @Test func `scopes side by side within one do not wait for each other`() async throws {
    try await withStubs(clock: .fastForward) { _ in
      let isOver = Locked(false)
      async let endless: Void = withStubs(clock: .fastForward) { registry in
        while !isOver.withLock({ $0 }) { try await registry.clock.sleep(for: .seconds(1)) }
      }
      async let other: Duration = withStubs(clock: .fastForward) { registry in
        Self.delay(5, on: "/other")
        try await Self.get("/other")
        return registry.elapsed
      }
      let duration = try await other
      isOver.withLock { $0 = true }
      try await endless
      #expect(duration == .seconds(5))
    }
  }

  @Test func `a clock whose scopes are over takes its time`() {
    let (rest, lane) = (Rest(), JobLane(relievingItself: false))
    defer { lane.close() }
    rest.prove(at: rest.count, isFull: true)
    #expect(!rest.isLeftBehind, "no scope ever had it")
    rest.noteScope()
    rest.add(lane)
    #expect(!rest.isLeftBehind)
    rest.remove(lane)
    rest.prove(at: rest.count, isFull: true)
    #expect(rest.isLeftBehind)
  }

  @Test func `a clock is within another one's scope, and never the other way round`() {
    let (outer, middle, inner) = (Rest(), Rest(), Rest())
    middle.nest(within: outer)
    inner.nest(within: middle)
    outer.nest(within: inner)
    #expect(inner.isWithin(outer) && inner.isWithin(middle) && middle.isWithin(outer))
    #expect(!outer.isWithin(inner) && !outer.isWithin(outer))
  }

  @Test func `a session without a scope has its clock's time`() async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(condition: anyRequest(), response: .text("x"))
    registry.stub(condition: isPath("/slow"), response: .text("slow").delayed(by: .seconds(3)))
    let session = registry.session
    async let slow: Void = Self.get("/slow", by: session)
    try await Self.get("/quick", by: session)
    try await slow
    #expect(registry.elapsed == .seconds(3))
    #expect(registry.exchanges.map(\.start) == [.zero, .zero])
  }

  @Test func `a test that moves the clock need not wait for who will sleep`() async throws {
    let clock = ManualClock()
    try await withStubs(clock: clock) { registry in
      Self.delay(30, on: "/slow")
      let journal = Journal()
      let asking = Task {
        try await Self.get("/slow")
        try await registry.clock.sleep(for: .seconds(10))
        try await Self.get("/slow")
        journal.note("done")
      }
      await clock.advance(by: .seconds(30))
      #expect(registry.exchanges.map(\.outcome) == [.finished])
      await clock.advance(by: .seconds(39))
      #expect(journal.entries == [])
      #expect(registry.exchanges.count == 2)
      await clock.advance(by: .seconds(1))
      #expect(journal.entries == ["done"])
      try await asking.value
    }
  }

  @Test func `run leads through any chain`() async throws {
    let clock = ManualClock()
    try await withStubs(clock: clock) { registry in
      Self.delay(5, on: "/slow")
      let asking = Task {
        for _ in 0..<10 {
          try await Self.get("/slow")
          try await registry.clock.sleep(for: .seconds(1))
        }
      }
      await clock.run()
      #expect(registry.elapsed == .seconds(60))
      try await asking.value
    }
  }

  /// Not promised: the app has to be given `registry.clock`.
  @Test func `time runs ahead of who sleeps on a system clock`() async throws {
    try await withStubs(clock: .fastForward) { registry in
      Self.delay(5, on: "/slow")
      async let slow: Void = Self.get("/slow")
      try await Task.sleep(for: .milliseconds(50))
      try await slow
      #expect(registry.elapsed == .seconds(5))
    }
  }

  @Test func `what has happened is counted, also when lanes come and go`() {
    let rest = Rest()
    var counts: [Int] = []
    for _ in 0..<3 {
      let lane = JobLane(relievingItself: false)
      rest.add(lane)
      counts.append(rest.count)
      rest.add(lane)
      rest.remove(lane)
      counts.append(rest.count)
      rest.remove(lane)
      lane.close()
      counts.append(rest.count)
    }
    #expect(counts == counts.sorted() && Set(counts).count == counts.count)
    let proven = rest.count
    rest.prove(at: proven, isFull: true)
    #expect(rest.isProven)
    rest.noteTelling()
    #expect(!rest.isProven)
    #expect(rest.hasOnlyTold)
    rest.noteActivity()
    #expect(!rest.hasOnlyTold)
  }
}

import Dispatch
import Foundation
import StubKitRecording
import Testing

@testable import StubKit
@testable import StubKitTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is said of a clock that does not move although somebody waits for it.
struct StandstillTests {
  private static let byStub = ", by the stub at StandstillTests.swift:3"

  /// A request that is to be answered in half a minute, while the clock is held.
  private static func held(
    _ path: String = "/late", _ body: (StubRegistry, SimulatedTime) async throws -> Void
  ) async throws {
    let clock = FastForwardClock()
    clock.time.begin()
    try await withStubs(clock: clock) { registry in
      registry.stub(
        condition: isPath("/late"), line: 3, response: .text("late").delayed(by: .seconds(30)))
      async let late: Void = ConcurrencyKind.get(path)
      try await clock.time.waitForSleepers(count: 1, timeout: .seconds(600))
      try await body(registry, clock.time)
      clock.time.end()
      try await late
    }
  }

  @Test func `it can be asked who waits, and what keeps time`() async throws {
    try await Self.held { registry, _ in
      // What else keeps it depends on how far the response has come.
      let lines = registry.standstill.split(separator: "\n")
      #expect(
        lines.prefix(3) == [
          "The clock stands at 0.0 seconds, and 1 sleeper waits:",
          "  a response until 30.0 seconds on the clock", "What keeps it from moving:",
        ])
      #expect(lines.contains("  an answer in the making, or a task that was just woken"))
      #expect(
        lines.suffix(3) == [
          "Requests that have not ended:",
          "  GET https://time.test/late, since 0.0 seconds\(Self.byStub)",
          "→ It moves once the test's work rests or is over: end or cancel it.",
        ])
    }
  }

  @Test(arguments: [false, true])
  func `a secret in what has not ended is said only if the registry shows secrets`(
    isShown: Bool
  ) async throws {
    try await Self.held("/late?access_token=tk-71b3aa90") { registry, _ in
      registry.showsSecrets = isShown
      #expect(registry.standstill.contains("/late?access_token="))
      #expect(registry.standstill.contains("tk-71b3aa90") == isShown)
    }
  }

  @Test func `what was cancelled has an end`() async throws {
    let clock = ManualClock()
    try await withStubs(clock: clock) { registry in
      stub(condition: anyRequest(), response: .status(204).delayed(by: .seconds(9)))
      let url = try #require(URL(string: "https://time.test/typed"))
      let typed = Task { try await URLSession.shared.data(from: url) }
      try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
      typed.cancel()
      while clock.time.lookAround().waits.count > 0 { await Task.yield() }
      async let sleep: Void = clock.sleep(for: .seconds(1))
      try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
      let said = registry.standstill
      #expect(
        said.contains("a task until 1.0 seconds") && !said.contains("Requests that have not ended"))
      await clock.run()
      try await sleep
    }
  }

  @Test func `the time limit of a request that has ended is gone`() async throws {
    let clock = ManualClock()
    try await withStubs(clock: clock) { registry in
      stub(condition: anyRequest()) { _ in .status(204) }
      _ = try await URLSession.shared.data(from: #require(URL(string: "https://time.test/")))
      await clock.advance(by: .seconds(1))
      let said = registry.standstill
      #expect(said == "Nothing waits for the clock, which stands at 1.0 seconds.")
    }
  }

  @Test func `where nobody waits, or no clock is simulated, that is said`() {
    #expect(
      StubRegistry(clock: .fastForward).standstill
        == "Nothing waits for the clock, which stands at 0.0 seconds.")
    #expect(StubRegistry().standstill == "The registry's clock is not a simulated one.")
  }

  @Test func `a step that blocks, and those who wait for it, are named`() async throws {
    let clock = FastForwardClock()
    let isBlocked = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    async let said: String = withCheckedContinuation { continuation in
      Thread.detachNewThread {
        isBlocked.waitForSure()
        var text = ""
        // The thread sleeps a moment after it has said so.
        while !text.contains("blocks its thread") { text = clock.time.said }
        mayGoOn.signal()
        continuation.resume(returning: text)
      }
    }
    clock.time.begin()
    let sleep = clock.time.sleep(until: .seconds(1_000)) {}
    clock.time.begin()
    await withStubs(clock: clock) { _ in
      await Task.yield()
      isBlocked.signal()
      mayGoOn.waitForSure()
    }
    #expect(await said.contains("a task that blocks its thread"))
    sleep()
    clock.time.end()
  }

  @Test func `a test is told once of a clock that stands still for long`() async throws {
    let issues = try await RecordedIssues.of(.stubbed) { _ in
      try await Self.held { registry, _ in
        registry.watchClock(patience: .zero)
        let watch = try #require(registry.standstillWatch)
        for _ in 0..<5 { watch.look() }
      }
    }
    let text = try #require(issues.texts.first ?? nil)
    #expect(issues.texts.count == 1)
    #expect(issues.all.map(\.severity) == [.warning])
    #expect(
      text.hasPrefix(
        """
        The clock has stood still at 0.0 seconds for 0.0 seconds of real time, and 1 sleeper waits:
          a response until 30.0 seconds on the clock
        """))
    #expect(text.contains("  GET https://time.test/late, since 0.0 seconds\(Self.byStub)"))
  }

  @Test func `a request that waits for what is not the clock is told, too`() async throws {
    let issues = try await RecordedIssues.of(.stubbed(clock: .fastForward)) { _ in
      let registry = StubRegistry.current
      let body = BodyStream()
      let stub = stub(condition: isPath("/open"), line: 3, response: .stream(body))
      async let open: Void = ConcurrencyKind.get("/open")
      try await stub.waitForRequests(timeout: .seconds(600))
      while !registry.standstill.contains("1 request waits") { await Task.yield() }
      registry.watchClock(patience: .zero)
      let watch = try #require(registry.standstillWatch)
      for _ in 0..<5 { watch.look() }
      body.finish()
      try await open
    }
    // What keeps it besides depends on how far the response has come.
    let lines = issues.texts.compactMap(\.self).flatMap { $0.split(separator: "\n") }
    #expect(
      lines.prefix(2) == [
        "The clock has stood still at 0.0 seconds for 0.0 seconds of real time, and 1 request waits:",
        "  a request with a time limit until 60.0 seconds on the clock",
      ])
    #expect(
      lines.suffix(3) == [
        "Requests that have not ended:",
        "  GET https://time.test/open, since 0.0 seconds\(Self.byStub)",
        "→ A closure, a stream or a delegate has to answer; until then time limits count in real time.",
      ])
  }

  @Test func `a manual clock that nobody moves is told, too`() async throws {
    let clock = ManualClock()
    let issues = try await RecordedIssues.of(.stubbed(clock: clock)) { _ in
      stub(condition: isPath("/late"), line: 3, response: .text("late").delayed(by: .seconds(30)))
      async let late: Void = ConcurrencyKind.get("/late")
      try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
      let registry = StubRegistry.current
      registry.watchClock(patience: .zero)
      let watch = try #require(registry.standstillWatch)
      for _ in 0..<5 { watch.look() }
      await clock.run()
      try await late
    }
    let text = try #require(issues.texts.first ?? nil)
    #expect(issues.texts.count == 1)
    #expect(issues.all.map(\.severity) == [.warning])
    #expect(text.contains("  a response until 30.0 seconds on the clock"))
    #expect(text.hasSuffix("→ The clock moves only by advance(by:), advance(to:) and run()."))
  }

  // The watch looks by itself once a second, too, and may see the clock stand between two steps.

  @Test func `a clock that moves without end is told, too`() async throws {
    let told = Locked<Duration?>(nil)
    let issues = try await RecordedIssues.of(.stubbed(clock: .fastForward)) { _ in
      let registry = StubRegistry.current
      let time = try #require(registry.clockAndTime.time)
      registry.watchClock(patience: .seconds(600), motionPatience: .zero)
      let watch = try #require(registry.standstillWatch)
      time.begin()
      for second in 1...10_000 where watch.toldTime == nil {
        time.begin()
        _ = time.sleep(until: .seconds(second)) {}
        watch.look()
        time.end()
        _ = time.wakeNext()
      }
      time.end()
      told.withLock { $0 = watch.toldTime }
    }
    #expect(issues.all.map(\.severity) == [.warning])
    let text = try #require(issues.texts.first ?? nil)
    let moment: Duration = try #require(told.withLock { $0 })
    #expect(
      text == """
        The clock has moved on and on for 0.0 seconds of real time, to \(moment), and 1 sleeper waits:
          a response until \(moment + .seconds(1)) on the clock
        → It moves as long as something sleeps on it: a loop that polls needs a limit.
        """)
  }

  @Test func `so is a manual clock that runs as long as something sleeps on it`() async throws {
    let clock = ManualClock()
    let issues = try await RecordedIssues.of(.stubbed(clock: clock)) { _ in
      let registry = StubRegistry.current
      registry.watchClock(patience: .seconds(600), motionPatience: .zero)
      let watch = try #require(registry.standstillWatch)
      async let late: Void = clock.sleep(for: .seconds(100_000))
      async let polling: Void = {
        for _ in 1...10_000 where watch.toldTime == nil {
          try await clock.sleep(for: .seconds(1))
          watch.look()
        }
      }()
      try await clock.waitForSleepers(count: 2, timeout: .seconds(600))
      await clock.run()
      _ = try await (late, polling)
    }
    #expect(issues.all.map(\.severity) == [.warning])
    let text = try #require(issues.texts.first ?? nil)
    #expect(text.hasPrefix("The clock has moved on and on for 0.0 seconds of real time, to "))
  }

  @Test func `of a clock that scopes share the innermost tells`() async throws {
    let clock = ManualClock()
    let issues = try await RecordedIssues.of(.stubbed(clock: clock)) { _ in
      let around = StubRegistry.current
      try await withStubs { within in
        async let sleep: Void = clock.sleep(for: .seconds(5))
        try await clock.waitForSleepers(count: 1, timeout: .seconds(600))
        for registry in [around, within] {
          registry.watchClock(patience: .zero)
          let watch = try #require(registry.standstillWatch)
          for _ in 0..<5 { watch.look() }
        }
        await clock.run()
        try await sleep
      }
    }
    #expect(issues.texts.count == 1)
  }

  @Test func `on a manual clock a request that no clock answers is told as such`() async throws {
    let registry = StubRegistry(clock: .manual)
    let body = BodyStream()
    let stub = registry.stub(condition: anyRequest(), response: .stream(body))
    let url = try #require(URL(string: "https://time.test/open"))
    let task = Task { try await registry.session.data(from: url) }
    try await stub.waitForRequests(timeout: .seconds(600))
    while !registry.standstill.contains("1 request waits") { await Task.yield() }
    #expect(
      registry.standstill.hasSuffix(
        """
        → A closure, a stream or a delegate has to answer. The clock moves only by advance(by:), \
        advance(to:) and run(), and time limits use it, too.
        """))
    body.finish()
    _ = try await task.value
  }

  private static func otherClocks(
    _ body: @escaping @Sendable (_ clock: ManualClock) async throws -> Void
  ) async throws -> [String?] {
    try await RecordedIssues.of(.stubbed) { _ in
      let clock = ManualClock()
      try await body(clock)
      // Watched where somebody sleeps on it, and told sooner here than a test would wait.
      let registry = StubRegistry.current
      #expect(registry.standstillWatch(on: clock.time) != nil)
      registry.watch(clock.time, .zero)
      let watch = try #require(registry.standstillWatch(on: clock.time))
      for _ in 0..<5 { watch.look() }
      await clock.run()
    }.texts
  }

  @Test func `a request that waits for the registry's former clock is told`() async throws {
    let request = Locked<Task<Void, any Error>?>(nil)
    let texts = try await Self.otherClocks { clock in
      let registry = StubRegistry.current
      registry.clock = clock
      stub(
        condition: isPath("/late"), line: 3, response: .status(204).delayed(by: .seconds(30)))
      request.withLock { $0 = Task { try await ConcurrencyKind.get("/late") } }
      try await clock.waitForSleepers(timeout: .seconds(600))
      registry.clock = .manual
    }
    try await request.withLock(\.self)?.value
    #expect(
      texts == [
        """
        A clock that is not the registry's, or no longer is, has stood still at 0.0 seconds for 0.0 \
        seconds of real time, and 1 sleeper waits:
          a response until 30.0 seconds on the clock
        Requests that have not ended:
          GET https://time.test/late, since 0.0 seconds\(Self.byStub)
        → The clock moves only by advance(by:), advance(to:) and run().
        """
      ])
  }

  @Test func `a task that sleeps on a clock of no registry is told`() async throws {
    let task = Locked<Task<Void, any Error>?>(nil)
    let texts = try await Self.otherClocks { clock in
      task.withLock { $0 = Task { try await clock.sleep(for: .seconds(3)) } }
      try await clock.waitForSleepers(timeout: .seconds(600))
    }
    try await task.withLock(\.self)?.value
    #expect(
      texts == [
        """
        A clock that is not the registry's, or no longer is, has stood still at 0.0 seconds for 0.0 \
        seconds of real time, and 1 sleeper waits:
          a task until 3.0 seconds on the clock
        → The clock moves only by advance(by:), advance(to:) and run().
        """
      ])
  }

  @Test func `of very many clocks the first are watched`() async {
    await withStubs { registry in
      await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<110 {
          let clock = ManualClock()
          group.addTask { try await clock.sleep(for: .seconds(1)) }
          try? await clock.waitForSleepers(timeout: .seconds(600))
        }
        #expect(registry.state.withLock { $0.clockWatches?.count } == 100)
        group.cancelAll()
      }
    }
  }

  @Test func `a recording watches the clock that it has from the scope around it`() async throws {
    let file = URL.temporaryDirectory.appending(path: "standstill-\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: file) }
    let issues = try await RecordedIssues.of(.stubbed(clock: .manual)) { _ in
      let outer = StubRegistry.current
      try await withRecording(to: file) { inner in
        #expect(inner.standstillWatch != nil)
        #expect(inner.standstillWatch !== outer.standstillWatch)
        await Task.yield()
      }
    }
    // That nothing was recorded.
    #expect(issues.all.map(\.severity) == [.warning])
  }

  @Test func `a clock that is given within the scope is watched`() {
    withStubs { registry in
      #expect(registry.standstillWatch == nil)
      registry.clock = .fastForward
      #expect(registry.standstillWatch != nil)
      registry.clock = .continuous
      #expect(registry.standstillWatch == nil)
      registry.clock = .manual
      #expect(registry.standstillWatch != nil)
      registry.clock = .fastForward
      registry.reset()
      #expect(registry.standstillWatch == nil)
    }
    let registry = StubRegistry()
    registry.clock = .fastForward
    #expect(registry.standstillWatch == nil, "nobody could be told")
  }

  @Test func `a clock that moves, and one that nobody waits for, is nothing to tell`() {
    let time = SimulatedTime(.automatic)
    let told = Locked(0)
    let watch = StandstillWatch(on: time, patience: .zero, motionPatience: .seconds(30)) { _ in
      told.withLock { $0 += 1 }
    }
    for _ in 0..<3 { watch.look() }
    time.begin()
    time.begin()
    for second in 1...3 {
      let sleep = time.sleep(until: .seconds(second)) {}
      watch.look()
      time.end()
      _ = time.wakeNext()
      sleep()
    }
    #expect(told.withLock(\.self) == 0)
  }
}

extension SimulatedTime {
  /// What keeps it from moving.
  fileprivate var said: String { standstill?.obstacles.joined(separator: "\n") ?? "" }
}

extension StubRegistry {
  var standstillWatch: StandstillWatch? { standstillWatch(on: clockAndTime.time) }
}

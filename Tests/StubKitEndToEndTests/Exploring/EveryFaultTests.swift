import Dispatch
import Foundation
import StubKit
import StubKitExploring
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct EveryFaultTests {
  @Sendable private static func fetch(_ path: String) async throws -> Data {
    let url = try #require(URL(string: "https://a.com\(path)"))
    let (data, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode ?? 0 < 400 else {
      throw URLError(.badServerResponse)
    }
    return data
  }

  /// The table of an exploration, whether something is broken in it or not.
  private static func table(_ explore: () async throws -> ExplorationReport) async throws -> String
  {
    do { return "\(try await explore())" } catch let error as ExplorationError { return "\(error)" }
  }

  @Test func `an operation that takes every fault passes, and the table names each`() async throws {
    let table = try await Self.table {
      try await withEveryFault(.offline, .timeout, .status(500), .cutOff) { _ in
        stub(condition: isPath("/users"), response: .json(["a": 1]))
        stub(condition: isPath("/posts"), response: .status(204))
        _ = try? await Self.fetch("/users")
        _ = try? await Self.fetch("/posts?page=1")
      }
    }
    #expect(
      table == """
        7 scenarios: all passed
          ✓ GET /users #1 × offline
          ✓ GET /users #1 × timeout
          ✓ GET /users #1 × 500
          ✓ GET /users #1 × cut off
          ✓ GET /posts?page=1 #1 × offline
          ✓ GET /posts?page=1 #1 × timeout
          ✓ GET /posts?page=1 #1 × 500
        """)
  }

  @Test func `an answer that is a fault is known as one`() async throws {
    try await withEveryFault(.status(500), .cutOff) { registry in
      stub(condition: isPath("/users"), response: .json(["a": 1]))
      stub(condition: isPath("/posts"), response: .json([]))
      let paths = ["/users", "/posts"]
      for path in paths { _ = try? await Self.fetch(path) }
      let isStruck = registry.exchanges.map { $0.outcome == .failed || $0.response?.status == 500 }
      #expect(registry.exchanges.map(\.isFault) == isStruck)
    }
  }

  @Test func `no fault gives the answer to a HEAD a body`() async throws {
    let own = NetworkFault("sold out", answering: .json(["left": 0], status: 409))
    let report = try await withEveryFault(.all + [own]) { _ in
      stub(condition: isPath("/users"), response: .json(["a": 1]))
      let answer = try? await URLSession.shared.data(for: request("https://a.com/users", "HEAD"))
      guard let (body, head) = answer, let head = head as? HTTPURLResponse else { return }
      guard body.isEmpty else { throw URLError(.dataLengthExceedsMaximum) }
      guard head.statusCode == 409 else { return }
      // It tells what a GET would have got.
      #expect(head.value(forHTTPHeaderField: "Content-Length") == "10")
    }
    #expect(report.scenarios.contains { $0.name == "HEAD /users #1 × captive portal" })
  }

  @Test func `a fault that stays meets a request whose query is new each time`() async throws {
    let error = await #expect(throws: ExplorationError.self) {
      try await withEveryFault(.offline, striking: .always) { registry in
        stub(condition: isPath("/users"), response: .json(["a": 1]))
        stub(condition: isPath("/cached"), expected: .any, response: .json(["a": 1]))
        for attempt in 1...3 {
          if (try? await Self.fetch("/users?t=\(attempt)")) != nil { return }
        }
        // Another path is not struck.
        _ = try await Self.fetch("/cached")
        throw URLError(.notConnectedToInternet)
      }
    }
    #expect(error?.report.broken.first?.failure?.contains("/cached") == false)
    #expect(error?.report.broken.map(\.name) == ["GET /users?t=1 #1 × offline, always"])
  }

  @Test func `a closure that never answers ends with the timeout`() async throws {
    let report = try await withEveryFault(.offline) { _ in
      stub(condition: isPath("/users")) { _ async in
        await withUnsafeContinuation { (_: UnsafeContinuation<StubResponse, Never>) in }
      }
      stub(condition: isPath("/posts"), response: .status(204))
      let error = await #expect(throws: URLError.self) { try await Self.fetch("/users") }
      #expect(error?.code == .timedOut)
      _ = try? await Self.fetch("/posts")
    }
    #expect(report.broken.isEmpty)
  }

  @Test func `a request that is made again meets a fault once, or always`() async throws {
    @Sendable func load(_ registry: StubRegistry) async throws {
      stub(condition: isPath("/users"), response: .json(["a": 1]))
      do { _ = try await Self.fetch("/users") } catch {
        try await registry.clock.sleep(for: .seconds(30))
        _ = try await Self.fetch("/users")
      }
    }
    let once = try await withEveryFault(.common, load)
    #expect(once.scenarios.count == 7)
    let always = try await Self.table {
      try await withEveryFault(.offline, striking: .always, load)
    }
    #expect(
      always == """
        1 scenario: 1 broken
          ✗ GET /users #1 × offline, always
              The operation threw: There is no connection to the Internet.
              → only: "GET /users #1 × offline, always"
        """)
  }

  @Test func `an operation that does not end is told from a slow one`() async throws {
    let table = try await Self.table {
      try await withEveryFault(.status(500), .slow) { _ in
        stub(condition: isPath("/users"), response: .json(["a": 1]))
        do { _ = try await Self.fetch("/users") } catch {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      }
    }
    #expect(
      table == """
        2 scenarios: 1 broken
          ✗ GET /users #1 × 500
              The operation does not end: nothing is under way, and nothing is due on `registry.clock`. It has asked:
                  GET https://a.com/users → 500 after 0.0 seconds
                → What waits in real time or on another clock needs `registry.clock` or more `patience:`.
              → only: "GET /users #1 × 500"
          ✓ GET /users #1 × slow
        """)
  }

  @Test(arguments: [false, true])
  func `a slow answer comes in its order with what sleeps beside it`(isHeard: Bool) async throws {
    let traces = Locked<[[String]]>([])
    try await withEveryFault(.slow) { registry in
      stub(condition: isPath("/users"), response: .text(String(repeating: "a", count: 500)))
      let (clock, trace) = (registry.clock, Locked<[String]>([]))
      async let ticks: Void = {
        for tick in 1...8 {
          try await clock.sleep(for: .seconds(4))
          trace.withLock { $0.append("\(tick)") }
        }
      }()
      let listener = isHeard ? Listener() : nil
      let url = try #require(URL(string: "https://a.com/users"))
      let (data, _) = try await URLSession.shared.data(
        for: URLRequest(url: url), delegate: listener)
      trace.withLock { $0.append("\(data.count) bytes") }
      try await ticks
      traces.withLock { $0.append(trace.withLock(\.self)) }
    }
    // The head comes after 5 s, and the last byte 25 s later.
    #expect(
      traces.withLock(\.self) == [
        ["500 bytes", "1", "2", "3", "4", "5", "6", "7", "8"],
        ["1", "2", "3", "4", "5", "6", "7", "500 bytes", "8"],
      ])
  }

  private final class Listener: NSObject, URLSessionTaskDelegate {}

  @Test func `an operation that always sleeps anew does not end either`() async throws {
    let table = try await Self.table {
      try await withEveryFault(.offline) { registry in
        stub(condition: isPath("/users"), response: .json(["a": 1]))
        do { _ = try await Self.fetch("/users") } catch {
          while !Task.isCancelled { try? await registry.clock.sleep(for: .seconds(60)) }
        }
      }
    }
    #expect(table.contains("The operation does not end: it always has something more to do."))
  }

  @Test func `what is asked side by side after a fault only is answered in one order`()
    async throws
  {
    // As long as nothing fails one comes after the other, and nobody else is waited for.
    for _ in 0..<10 {
      let answered = Answered()
      try await withEveryFault(.offline) { _ in
        stub(condition: isHost("a.com"), expected: .any, response: .text("x"))
        do {
          for path in ["/1", "/2"] { _ = try await Self.fetch(path) }
        } catch {
          async let second: Void = answered.note("/b", Self.fetch("/b"))
          async let first: Void = answered.note("/a", Self.fetch("/a"))
          _ = try await (first, second)
        }
        await answered.note(" ")
      }
      #expect(await answered.paths == " /a/b /a/b ")
    }
  }

  private actor Answered {
    private(set) var paths = ""
    func note(_ path: String, _: Data = Data()) { paths += path }
  }

  @Test func `one that goes round for ever goes no further once its scenario is over`() async throws
  {
    let rounds = Counter()
    let table = try await Self.table {
      try await withEveryFault(.offline, striking: .always) { registry in
        stub(condition: isPath("/users"), response: .json(["a": 1]))
        // Its cancellation is nothing to it.
        while (try? await Self.fetch("/users")) == nil {
          _ = rounds.next()
          try? await registry.clock.sleep(for: .seconds(1))
        }
      }
    }
    #expect(table.contains("The operation does not end: it always has something more to do."))
    let before = rounds.soFar
    var last = -1
    // Until nothing of it happens any more, or far too much.
    while rounds.soFar != last, rounds.soFar < before + 5_000 {
      last = rounds.soFar
      for _ in 0..<500 { await Task.detached {}.value }
    }
    #expect(rounds.soFar < before + 5_000)
  }

  @Test func `a name runs its scenario alone, and one that there is not is told`() async throws {
    @Sendable func load(_ registry: StubRegistry) async throws {
      stub(condition: isPath("/users"), response: .json(["a": 1]))
      _ = try? await Self.fetch("/users")
    }
    let one = try await withEveryFault(.common, only: "GET /users #1 × 500", load)
    #expect(one.description == "1 scenario: all passed\n  ✓ GET /users #1 × 500")
    let error = await #expect(throws: (any Error).self) {
      try await withEveryFault(
        .common, only: "GET /user #1 × 500", fileID: "T/T.swift", line: 3, load)
    }
    #expect(
      "\(try #require(error))" == """
        withEveryFault at T.swift:3: there is no scenario "GET /user #1 × 500". There are 7, such as:
            "GET /users #1 × 500"
        """)
  }

  @Test func `a limit and a seed choose, and a condition says which requests`() async throws {
    @Sendable func load(_ registry: StubRegistry) async throws {
      stub(condition: isPath("/users") || isPath("/posts"), response: .json(["a": 1]))
      _ = try? await Self.fetch("/users")
      _ = try? await Self.fetch("/posts")
    }
    let some = try await withEveryFault(.all, limit: 3, seed: 5, load)
    #expect(some.description.hasPrefix("3 scenarios of 32, chosen by the seed 5: all passed"))
    let again = try await withEveryFault(.all, limit: 3, seed: 5, load)
    #expect(some.description == again.description)
    let other = try await withEveryFault(.all, limit: 3, seed: 6, load)
    #expect(some.scenarios.map(\.name) != other.scenarios.map(\.name))
    let all = try await withEveryFault(.all, load).scenarios.map(\.name)
    #expect(all.filter(some.scenarios.map(\.name).contains) == some.scenarios.map(\.name))
    let posts = try await withEveryFault(.offline, among: isPath("/posts"), load)
    #expect(posts.scenarios.map(\.name) == ["GET /posts #1 × offline"])
  }

  /// Keeps the thread for a moment, but not the processor, which other tests need.
  private static func block(on never: DispatchSemaphore) {
    _ = never.wait(timeout: .now() + .milliseconds(1))
  }

  @Test func `an operation that gets nowhere in real time does not end either`() async throws {
    let table = try await Self.table {
      // With less patience, a request that waits for its turn amid many tests would count as such an operation.
      try await withEveryFault(.offline) { _ in
        stub(condition: isPath("/users"), response: .json(["a": 1]))
        do { _ = try await Self.fetch("/users") } catch {
          let never = DispatchSemaphore(value: 0)
          while !Task.isCancelled {
            Self.block(on: never)
            await Task.yield()
          }
        }
      }
    }
    #expect(table.contains("The operation does not end: "))
  }

  @Test func `where there is nothing to explore, that is said`() async throws {
    let nothing = await #expect(throws: (any Error).self) {
      try await withEveryFault(.offline, fileID: "T/T.swift", line: 3) { _ in }
    }
    #expect(
      "\(try #require(nothing))"
        == "withEveryFault at T.swift:3 has nothing to explore: the operation makes no request that a stub "
        + "of its registry answers.")
    let none = await #expect(throws: (any Error).self) {
      try await withEveryFault(.offline, among: isPath("/other")) { _ in
        stub(condition: isPath("/users"), response: .json(["a": 1]))
        _ = try? await Self.fetch("/users")
      }
    }
    #expect("\(try #require(none))".contains("or `among:` matches none."))
  }

  @Test func `what cannot be explored as it is written is told in its own words`() async throws {
    let operation: @Sendable (StubRegistry) async throws -> Void = { _ in
      stub(condition: isPath("/users"), response: .json(["a": 1]))
      _ = try? await Self.fetch("/users")
    }
    let none = await #expect(throws: (any Error).self) {
      try await withEveryFault([], fileID: "T/T.swift", line: 3, operation)
    }
    #expect(
      "\(try #require(none))"
        == "withEveryFault at T.swift:3: the list of faults is empty. Write the faults to try, such "
        + "as `.offline`, or leave the list out, which means `.common`.")
    let passing = await #expect(throws: (any Error).self) {
      try await withEveryFault(
        .common + [NetworkFault("real", answering: .passThrough)], fileID: "T/T.swift", line: 3,
        operation)
    }
    #expect(
      "\(try #require(passing))"
        == "withEveryFault at T.swift:3: the fault \"real\" answers with `.passThrough`, but a fault "
        + "never lets the network answer. Write the response that comes instead.")
    for clock in [ManualClock(), ContinuousClock()] as [any Clock<Duration>] {
      let other = await #expect(throws: (any Error).self) {
        try await withEveryOrder(fileID: "T/T.swift", line: 3) { registry in
          registry.clock = clock
          try await operation(registry)
        }
      }
      #expect(
        "\(try #require(other))"
          == "withEveryOrder at T.swift:3: the operation sets `registry.clock`, but only the clock that "
          + "the scenario has from the beginning can be explored. Take the assignment out.")
    }
  }

  @Test func `a request that is not made any more is told`() async throws {
    let told = ToldIssues()
    try await told.ofScope(at: 1) { _ in
      let calls = Counter()
      let report = try await withEveryFault(.offline) { _ in
        stub(condition: isPath("/users"), expected: .any, response: .json(["a": 1]))
        if calls.next() == 1 { _ = try? await Self.fetch("/users") }
      }
      #expect(
        report.description == """
          1 scenario: 0 passed, 1 did not come about
            · GET /users #1 × offline: did not come about
          """)
    }
    #expect(
      told.texts == [
        """
        withEveryFault: 1 of 1 scenarios had no fault, since the request was not made again:
          GET /users #1 × offline
          → A request is recognized by its method, its path and its number. Make the path the same in each \
        run, for example with an id that the test gives to the code.
        """
      ])
  }

  @Test func `no fault strikes a request whose path is new each time, and that is told`()
    async throws
  {
    let told = ToldIssues()
    try await told.ofScope(at: 1) { _ in
      let report = try await withEveryFault(.offline, .status(500)) { _ in
        stub(condition: isPathTemplate("/uploads/{id}"), response: .json(["ok": true]))
        _ = try await Self.fetch("/uploads/\(UUID())")
      }
      #expect(report.description.hasPrefix("2 scenarios: 0 passed, 2 did not come about\n"))
    }
    #expect(told.all.map(\.kind) == [.remark])
  }

  @Test func `an exploration that is cancelled ends, and leaves nothing`() async throws {
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await withEveryFault(.offline) { _ in
        continuation.yield()
        try await Task.sleep(for: .seconds(1_000))
      }
    }
    for await _ in begun { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `settings are those of the scope around it`() async throws {
    await withStubs(network: .offline) { _ in
      let error = await #expect(throws: (any Error).self) {
        try await withEveryFault(.status(500)) { _ in
          stub(condition: isPath("/users"), response: .json(["a": 1]))
          _ = try await Self.fetch("/users")
        }
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains("no connection to the Internet"))
    }
  }

  @Test func `callbacks, delegates and the main actor are waited for`() async throws {
    let report = try await withEveryFault(.all, patience: .seconds(5)) { registry in
      stub(condition: isPath("/users"), response: .json(["a": 1]))
      let url = try #require(URL(string: "https://a.com/users"))
      let session = URLSession(configuration: .ephemeral)
      await withCheckedContinuation { continuation in
        session.dataTask(with: url) { _, _, _ in
          DispatchQueue.global().async { Task { @MainActor in continuation.resume() } }
        }.resume()
      }
      let second = await Task { @MainActor in try? await Self.fetch("/users") }.value
      session.finishTasksAndInvalidate()
      _ = second
    }
    #expect(report.scenarios.count == 32)
  }
}

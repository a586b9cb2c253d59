import Foundation
import StubKit
import StubKitExploring
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct EveryOrderTests {
  @Sendable private static func fetch(_ path: String) async throws -> String {
    let url = try #require(URL(string: "https://a.com\(path)"))
    return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
  }

  private static func echo() {
    stub(condition: isHost("a.com"), response: { .text($0.path) })
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 6), (4, 24), (5, 120)])
  func `each order of the answers in flight together is a scenario`(count: Int, orders: Int)
    async throws
  {
    let seen = Orders()
    let report = try await withEveryOrder { _ in
      Self.echo()
      let order = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<count { group.addTask { try await Self.fetch("/\(number)") } }
        return try await group.reduce(into: "") { $0 += $1 }
      }
      seen.note(order)
    }
    #expect(report.scenarios.count == orders)
    #expect(Set(report.scenarios.map(\.name)).count == orders)
    #expect(seen.all.count == orders)
  }

  /// The orders that were seen.
  private final class Orders: @unchecked Sendable {
    // Unchecked: behind the lock.
    private let lock = NSLock()
    private var orders: Set<String> = []
    var all: Set<String> { lock.withLock { orders } }
    func note(_ order: String) { lock.withLock { _ = orders.insert(order) } }
  }

  @Test func `more orders than there may be are drawn by the seed`() async throws {
    @Sendable func load(_ registry: StubRegistry) async throws {
      Self.echo()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<6 { group.addTask { _ = try? await Self.fetch("/\(number)") } }
      }
    }
    let report = try await withEveryOrder(limit: 20, seed: 3, load)
    #expect(report.scenarios.count == 20)
    #expect(report.description.hasPrefix("20 scenarios of more, chosen by the seed 3: all passed"))
    let again = try await withEveryOrder(limit: 20, seed: 3, load)
    #expect(report.description == again.description)
  }

  @Test func `a pause that differs from run to run is tried before and after the answer`()
    async throws
  {
    let runs = Runs()
    let seen = Orders()
    let report = try await withEveryOrder { registry in
      Self.echo()
      let pause = Duration.milliseconds(200 + runs.next())
      let load = Task { try await Self.fetch("/a") }
      try await registry.clock.sleep(for: pause)
      load.cancel()
      if case .success = await load.result { seen.note("answered") } else { seen.note("given up") }
    }
    #expect(report.scenarios.count == 3)
    #expect(seen.all == ["answered", "given up"])
  }

  @Test func `an order that cannot be repeated is marked`() async throws {
    let runs = Runs()
    let report = try await withEveryOrder { _ in
      Self.echo()
      let run = runs.next()
      async let first = Self.fetch("/a/\(run)")
      async let second = Self.fetch("/b/\(run)")
      _ = try await (first, second)
    }
    #expect(
      report.description == """
        2 scenarios: 1 passed, 1 did not come about
          ✓ GET /a/1 #1, GET /b/1 #1
          · GET /b/1 #1: did not come about
        """)
  }

  @Test func `an order whose request is not made again is marked`() async throws {
    let runs = Runs()
    let report = try await withEveryOrder { _ in
      Self.echo()
      let isFirst = runs.next() == 1
      async let first = Self.fetch("/a")
      if isFirst { _ = try await Self.fetch("/b") }
      _ = try await first
    }
    #expect(
      report.description == """
        2 scenarios: 1 passed, 1 did not come about
          ✓ GET /a #1, GET /b #1
          · GET /b #1: did not come about
        """)
  }

  @Test func `as many orders may be asked for as can be written`() async throws {
    let report = try await withEveryOrder(limit: .max) { _ in
      Self.echo()
      async let first = Self.fetch("/a")
      async let second = Self.fetch("/b")
      _ = try await (first, second)
    }
    #expect(report.scenarios.count == 2)
  }

  @Test func `of many requests at once no more orders wait than may be drawn`() async throws {
    let report = try await withEveryOrder(limit: 2, seed: 1) { _ in
      Self.echo()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<12 { group.addTask { _ = try? await Self.fetch("/\(number)") } }
      }
    }
    #expect(report.description.hasPrefix("2 scenarios of more, chosen by the seed 1: all passed"))
  }

  private final class Runs: @unchecked Sendable {
    // Unchecked: behind the lock.
    private let lock = NSLock()
    private var count = 0
    func next() -> Int {
      lock.withLock {
        count += 1
        return count
      }
    }
  }

  @Test func `a single request comes in the only order`() async throws {
    let report = try await withEveryOrder { _ in
      Self.echo()
      _ = try await Self.fetch("/a")
    }
    #expect(report.description == "1 scenario: all passed\n  ✓ in the only order")
  }

  @Test func `an answer that was faster than the cancel is noticed late`() async throws {
    let error = await #expect(throws: ExplorationError.self) {
      try await withEveryOrder { registry in
        Self.echo()
        let finished = Orders()
        let task = Task {
          _ = try await Self.fetch("/slow")
          finished.note("finished")
        }
        try await registry.clock.sleep(for: .milliseconds(500))
        let wasFinished = !finished.all.isEmpty
        task.cancel()
        // Some take it for granted that what was cancelled has failed.
        if case .success = await task.result, !wasFinished { throw URLError(.cancelled) }
      }
    }
    #expect(error?.report.broken.map(\.name) == ["GET /slow #1 late"])
  }

  /// Asks again as somebody types on, and gives up what was asked before.
  @Sendable private static func search(_ registry: StubRegistry, typing count: Int) async throws {
    Self.echo()
    for number in 1...count {
      let search = Task { try await Self.fetch("/\(number)") }
      try await registry.clock.sleep(for: .milliseconds(300))
      search.cancel()
    }
  }

  @Test func `a choice after a late answer has all its orders, too`() async throws {
    @Sendable func load(_ registry: StubRegistry) async throws {
      try await Self.search(registry, typing: 2)
      _ = try await Self.fetch("/done")
    }
    let report = try await withEveryOrder(load)
    #expect(
      report.scenarios.map(\.name).sorted() == [
        "GET /1 #1 late, GET /2 #1", "GET /1 #1 late, wait until 0.6 seconds",
        "GET /1 #1, GET /2 #1", "GET /1 #1, GET /2 #1 late", "GET /1 #1, wait until 0.6 seconds",
        "wait until 0.3 seconds, GET /2 #1", "wait until 0.3 seconds, GET /2 #1 late",
        "wait until 0.3 seconds, wait until 0.6 seconds",
      ])
    for scenario in report.scenarios {
      let one = try await withEveryOrder(only: scenario.name, load)
      #expect(one.scenarios.map(\.name) == [scenario.name])
    }
  }

  @Test func `an answer whose arrival cancels another one is named once`() async throws {
    @Sendable func load(_ registry: StubRegistry) async throws {
      Self.echo()
      let first = Task { try await Self.fetch("/1") }
      _ = try await Self.fetch("/2")
      first.cancel()
      async let third = Self.fetch("/3")
      async let fourth = Self.fetch("/4")
      _ = try await (third, fourth)
    }
    let report = try await withEveryOrder(load)
    let ends = ["GET /3 #1, GET /4 #1", "GET /4 #1, GET /3 #1"]
    #expect(
      report.scenarios.map(\.name).sorted()
        == ["GET /1 #1 late, GET /2 #1", "GET /1 #1, GET /2 #1", "GET /2 #1"].flatMap { start in
          ends.map { "\(start), \($0)" }
        })
    for scenario in report.scenarios {
      let one = try await withEveryOrder(only: scenario.name, load)
      #expect(one.scenarios.map(\.name) == [scenario.name])
    }
  }

  @Test func `no scenario runs twice because an answer was cancelled before it`() async throws {
    let runs = Counter()
    let report = try await withEveryOrder { registry in
      _ = runs.next()
      try await Self.search(registry, typing: 1)
      await withTaskGroup(of: Void.self) { group in
        for number in 2...4 { group.addTask { _ = try? await Self.fetch("/\(number)") } }
      }
    }
    // Three beginnings, each with the orders of three answers.
    #expect(report.scenarios.count == 18)
    #expect(runs.soFar == 18)
  }

  @Test func `a name repeats its order`() async throws {
    @Sendable func load(_ registry: StubRegistry) async throws {
      Self.echo()
      async let first = Self.fetch("/1")
      async let second = Self.fetch("/2")
      _ = try await (first, second)
    }
    let report = try await withEveryOrder(load)
    for scenario in report.scenarios {
      let one = try await withEveryOrder(only: scenario.name, load)
      #expect(one.scenarios.map(\.name) == [scenario.name])
    }
    let error = await #expect(throws: (any Error).self) {
      try await withEveryOrder(only: "GET /3 #1", load)
    }
    let text = "\(error.map { "\($0)" } ?? "")"
    #expect(text.contains(#"there is no scenario "GET /3 #1". Scenarios that exist include:"#))
  }

  /// Cancels what has begun to answer under `/a`, and tells when both tasks are over.
  private final class Canceller: NSObject, URLSessionDataDelegate {
    let (endings, ended) = AsyncStream.makeStream(of: Void.self)

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      if response.url?.path == "/a" { dataTask.cancel() }
      completionHandler(.allow)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      ended.yield()
    }
  }

  @Test func `an answer that was cancelled while it came was not cancelled in vain`() async throws {
    @Sendable func load(_ registry: StubRegistry) async throws {
      stub(
        condition: isPath("/a"),
        response: .text(String(repeating: "a", count: 100)).throttled(bytesPerSecond: 10))
      stub(condition: isPath("/b"), response: .text("b"))
      let canceller = Canceller()
      let session = URLSession(
        configuration: .ephemeral, delegate: canceller, delegateQueue: nil)
      defer { session.finishTasksAndInvalidate() }
      for path in ["a", "b"] {
        let url = try #require(URL(string: "https://a.com/\(path)"))
        session.dataTask(with: url).resume()
      }
      var endings = canceller.endings.makeAsyncIterator()
      for _ in 0..<2 { await endings.next() }
    }
    let report = try await withEveryOrder(load)
    #expect(report.scenarios.count > 1)
    for scenario in report.scenarios {
      let one = try await withEveryOrder(only: scenario.name, load)
      #expect(one.scenarios.map(\.name) == [scenario.name])
    }
  }

  #if os(Linux)
    @Test func `who sees the steps of tasks is who saw them before`() async {
      await #expect(processExitsWith: .success) {
        // What `withMainSerialExecutor` and its like look at to find out whether they are in place.
        let hook = dlsym(nil, "swift_task_enqueueGlobal_hook")?
          .assumingMemoryBound(to: UnsafeRawPointer?.self)
        // Nobody writes while this reads: the process does nothing else.
        nonisolated(unsafe) let place = try #require(hook)
        #expect(place.pointee == nil)
        try await withEveryOrder { _ in
          #expect(place.pointee != nil)
          Self.echo()
          _ = try await Self.fetch("/a")
        }
        #expect(place.pointee == nil)
      }
    }
  #endif
}

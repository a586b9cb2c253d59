import Dispatch
import Foundation

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A way in which code under test does something while something else is under way.
///
/// Each makes its last request when it has done everything else, none of which waits for any clock: on the
/// registry's clock no time has passed by then.
enum ConcurrencyKind: String, CaseIterable, Sendable {
  case asyncLet, group, detached, actor, pollingActor, mainActor, leavingMainActor, stream
  case scopeWithin, chainedHandlers, delegate, handlerWithTasks, dispatchHops, operations
  case computing, yields, locks, semaphore, semaphoreOfTask, retries

  /// Does it, and asks for `/now` at the end.
  func run() async throws {
    switch self {
    case .asyncLet:
      async let first = Self.get("/a")
      async let second = Self.get("/b")
      _ = try await (first, second)
      try await Self.get()
    case .group:
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 { group.addTask { try await Self.get("/\(number)") } }
        try await group.waitForAll()
      }
      try await Self.get()
    case .detached:
      try await Task.detached { [registry = StubRegistry.current] in
        try await Self.get("/a", by: registry.session)
        try await Self.get(by: registry.session)
      }.value
    case .actor:
      let client = Client()
      for _ in 0..<5 { try await client.get("/a") }
      try await client.get("/now")
    case .pollingActor:
      let client = Client()
      async let other: Void = client.get("/a")
      while await client.count < 1 { await Task.yield() }
      try await other
      try await client.get("/now")
    case .mainActor:
      try await Self.onMainActor()
    case .leavingMainActor:
      try await Task { @MainActor in
        try await Self.get("/a")
        try await Task.detached { [registry = StubRegistry.current] in
          try await Self.get(by: registry.session)
        }.value
      }.value
    case .stream:
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      async let reading = stream.reduce(0, +)
      for number in 0..<20 {
        try await Self.get("/\(number)")
        continuation.yield(number)
      }
      continuation.finish()
      _ = await reading
      try await Self.get()
    case .scopeWithin:
      try await withStubs(clock: FastForwardClock()) { registry in
        registry.stub(
          condition: anyRequest(), expected: .any, response: .text("x").delayed(by: .seconds(7)))
        try await Self.get("/within")
      }
      try await Self.get()
    case .chainedHandlers:
      let session = StubRegistry.current.session
      await withCheckedContinuation { continuation in
        Self.chain(10, by: session) { continuation.resume() }
      }
      try await Self.get()
    case .delegate:
      let session = StubRegistry.current.session
      for _ in 0..<3 {
        await withCheckedContinuation { continuation in
          session.dataTask(with: Self.url("/a")) { _, _, _ in continuation.resume() }.resume()
        }
      }
      try await Self.get()
    case .handlerWithTasks:
      let session = StubRegistry.current.session
      await withCheckedContinuation { continuation in
        session.dataTask(with: Self.url("/a")) { _, _, _ in
          Task {
            for _ in 0..<20 { await Task.yield() }
            continuation.resume()
          }
        }.resume()
      }
      try await Self.get()
    case .dispatchHops:
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          DispatchQueue(label: "own").async {
            DispatchQueue.global(qos: .background).async {
              DispatchQueue.main.async { continuation.resume() }
            }
          }
        }
      }
      try await Self.get()
    case .operations:
      await withCheckedContinuation { continuation in
        let queue = OperationQueue()
        for _ in 0..<5 { queue.addOperation {} }
        queue.addBarrierBlock { continuation.resume() }
      }
      try await Self.get()
    case .computing:
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          Self.compute(.milliseconds(3))
          continuation.resume()
        }
      }
      try await Self.get()
    case .yields:
      for _ in 0..<200 { await Task.yield() }
      try await Self.get()
    case .locks:
      let lock = NSLock()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { lock.withLock { Self.compute(.milliseconds(2)) } } }
      }
      try await Self.get()
    case .semaphore:
      let session = StubRegistry.current.session
      let isOver = DispatchSemaphore(value: 0)
      session.dataTask(with: Self.url("/a")) { _, _, _ in isOver.signal() }.resume()
      isOver.waitForSure()
      try await Self.get()
    case .semaphoreOfTask:
      let isOver = DispatchSemaphore(value: 0)
      Task {
        try await Self.get("/a")
        isOver.signal()
      }
      isOver.waitForSure()
      try await Self.get()
    case .retries:
      for _ in 0..<10 { try await Self.get("/a") }
      try await Self.get()
    }
  }

  static func url(_ path: String) -> URL {
    URL(string: "https://time.test\(path)") ?? URL(filePath: "/")
  }

  static func get(_ path: String = "/now", by session: URLSession = .shared) async throws {
    _ = try await session.data(from: url(path))
  }

  private static func chain(
    _ count: Int, by session: URLSession, then end: @escaping @Sendable () -> Void
  ) {
    guard count > 0 else { return end() }
    session.dataTask(with: url("/\(count)")) { _, _, _ in
      chain(count - 1, by: session, then: end)
    }.resume()
  }

  /// Takes so much of a processor.
  private static func compute(_ duration: Duration) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
  }

  @MainActor private static func onMainActor() async throws {
    try await get("/a")
    await Task.yield()
    try await get()
  }

  private actor Client {
    private(set) var count = 0

    func get(_ path: String) async throws {
      count += 1
      try await ConcurrencyKind.get(path)
    }
  }
}

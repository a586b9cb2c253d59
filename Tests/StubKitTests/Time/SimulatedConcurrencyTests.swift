import Dispatch
import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Simulated time stands still while anything of a test is ready or running.
struct SimulatedConcurrencyTests {
  /// How often each kind is tried at once; `STUBKIT_TIME_ROUNDS` makes it more.
  private static let rounds =
    ProcessInfo.processInfo.environment["STUBKIT_TIME_ROUNDS"].flatMap { Int($0) } ?? 3

  @Test(arguments: ConcurrencyKind.allCases, 0..<rounds)
  func `nothing that is under way is overtaken by time`(
    kind: ConcurrencyKind, round: Int
  ) async throws {
    try await Self.check(kind)
  }

  @Test func `nor where threads cannot be looked at`() async {
    await #expect(processExitsWith: .success) {
      ThreadWatch.isBlind.withLock { $0 = true }
      // Of what is done on queues that nobody knows nothing is seen then.
      let unseen: [ConcurrencyKind] = [.computing, .dispatchHops, .operations, .handlerWithTasks]
      let kinds = ConcurrencyKind.allCases.filter { !unseen.contains($0) }
      for kind in kinds { try await SimulatedConcurrencyTests.check(kind) }
      try await withThrowingTaskGroup { group in
        for kind in kinds {
          for _ in 0..<SimulatedConcurrencyTests.rounds {
            group.addTask { try await SimulatedConcurrencyTests.check(kind) }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `nor where the runtime does not let us have its steps`() async {
    await #expect(processExitsWith: .success) {
      Lanes.isOffered.withLock { $0 = false }
      // One by one: what a task does is seen only while every thread can be asleep.
      for kind in ConcurrencyKind.allCases {
        try await SimulatedConcurrencyTests.check(kind)
      }
    }
  }

  /// A fact of libdispatch: a pool whose threads are all blocked gets one more each second.
  @Test func `nor where work waits for a thread of a pool that is blocked`() async {
    await #expect(processExitsWith: .success) {
      try await withStubs(clock: .fastForward) { registry in
        registry.stub(
          condition: anyRequest(), response: .text("late").delayed(by: .seconds(50)))
        async let late: Void = ConcurrencyKind.get("/late")
        let isOver = DispatchSemaphore(value: 0)
        let count = ProcessInfo.processInfo.activeProcessorCount + 3
        await withCheckedContinuation { continuation in
          for _ in 0..<count { DispatchQueue.global().async { isOver.waitForSure() } }
          DispatchQueue.global().async { continuation.resume() }
        }
        #expect(registry.elapsed == .zero)
        for _ in 0..<count { isOver.signal() }
        try await late
      }
    }
  }

  @Test func `steps that block take no thread from the pool of everything else`() async {
    await #expect(processExitsWith: .success) {
      await withStubs(clock: .fastForward) { _ in
        await Task { dispatchPrecondition(condition: .notOnQueue(.global())) }.value
      }
    }
  }

  /// Does something beside a request that takes fifty seconds.
  static func check(_ kind: ConcurrencyKind) async throws {
    try await withStubs(clock: .fastForward) { registry in
      registry.stub(condition: anyRequest(), expected: .any, response: .text("now"))
      registry.stub(
        condition: isPath("/late"), response: .text("late").delayed(by: .seconds(50)))
      async let late: Void = ConcurrencyKind.get("/late")
      try await kind.run()
      let now = registry.exchanges.last { $0.request.path == "/now" }
      #expect(now?.start == .zero, "\(kind)")
      #expect(registry.elapsed == .zero, "\(kind)")
      try await late
      #expect(registry.elapsed == .seconds(50), "\(kind)")
      #expect(registry.exchanges.first { $0.request.path == "/late" }?.start == .zero, "\(kind)")
    }
  }
}

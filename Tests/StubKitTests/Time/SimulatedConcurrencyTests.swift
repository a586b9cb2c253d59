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
      for kind in ConcurrencyKind.allCases where !unseen.contains(kind) {
        try await SimulatedConcurrencyTests.check(kind)
      }
    }
  }

  @Test func `nor where the runtime does not let us have its steps`() async {
    await #expect(processExitsWith: .success) {
      Lanes.isOffered.withLock { $0 = false }
      for kind in ConcurrencyKind.allCases {
        try await SimulatedConcurrencyTests.check(kind)
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

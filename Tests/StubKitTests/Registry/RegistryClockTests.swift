import Foundation
import StubKit
import Testing

/// The clock of a registry, and the time that passes on it.
struct RegistryClockTests {
  /// A clock of a user's own, on which every sleep ends at once.
  private final class Impatient: Clock, @unchecked Sendable {
    // Unchecked: everything is behind the lock.
    private let lock = NSLock()
    private var time = ContinuousClock.now

    let minimumResolution = Duration.nanoseconds(1)
    var now: ContinuousClock.Instant { lock.withLock { time } }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      lock.withLock { time = max(time, deadline) }
    }
  }

  @Test func `on a clock of one's own the pieces of a body come at their moments`() async throws {
    let registry = StubRegistry(clock: Impatient())
    registry.stub(
      condition: anyRequest(), response: .text("abcd").chunked(every: .seconds(1), size: 1))
    _ = try await registry.session.data(from: #require(URL(string: "https://clock.test/")))
    #expect(registry.elapsed == .seconds(4))
  }

  @Test func `the time that has passed is asked of the registry, on its clock`() async {
    let clock = ManualClock()
    await clock.advance(by: .seconds(5))
    await withStubs(clock: clock) { registry in
      #expect(registry.elapsed == .zero)
      await clock.advance(by: .seconds(3))
      #expect(StubRegistry.current.elapsed == .seconds(3))
      registry.clock = .manual
      #expect(registry.elapsed == .zero)
    }
  }

  @Test func `a name makes a new clock each time`() throws {
    let first = StubRegistry(clock: .manual)
    let second = StubRegistry(clock: .manual)
    #expect(try first.clock(as: ManualClock.self) !== second.clock(as: ManualClock.self))
    second.clock = .fastForward
    #expect(try second.clock(as: FastForwardClock.self) === second.clock as? FastForwardClock)
  }

  @Test func `a clock that is another one says where the wanted one is given`() {
    let error = #expect(throws: StubClockMismatch.self) {
      try StubRegistry().clock(as: ManualClock.self)
    }
    #expect(
      error?.localizedDescription == """
        The registry's clock is a ContinuousClock, not a ManualClock.
          → Give the test one: .stubbed(clock: .manual), withStubs(clock: .manual) around this code, \
        or registry.clock = .manual in a StubbedTestCase.
        """)
  }
}

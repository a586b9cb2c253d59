import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A registry that is emptied or reset holds nothing of what was there before.
struct ResetTests {
  @Test func `what was begun before a reset is not written into the new log`() async throws {
    let registry = StubRegistry()
    let gate = DispatchSemaphore(value: 0)
    let old = registry.stub(condition: isPath("/old")) { _ in
      gate.wait()
      throw URLError(.badServerResponse)
    }
    async let late: Void = expectFailure(registry)
    try await old.waitForRequests(timeout: .seconds(600))
    registry.reset()
    registry.stub(condition: isPath("/new"), response: .text("new"))
    _ = try await registry.session.data(from: url("http://reset.test/new"))
    gate.signal()
    await late
    #expect(registry.exchanges.map(\.outcome) == [.finished])
    try registry.verify()
  }

  /// An object that asks the registry as it goes away.
  private final class Nosy: Sendable {
    let registry: StubRegistry
    init(_ registry: StubRegistry) { self.registry = registry }
    deinit { _ = registry.stubs }
  }

  @Test func `what a stub holds may ask the registry as it goes away`() throws {
    let registry = StubRegistry()
    for round in 0..<4 {
      let nosy = Nosy(registry)
      registry.stub(condition: anyRequest()) { _ in
        _ = nosy
        return .status(200)
      }
      let token = registry.onEvent { _ in _ = nosy }
      if round == 0 { registry.unmatched = .fail(except: satisfies { _ in nosy === nosy }) }
      if round % 2 == 0 { registry.removeAll() } else { registry.reset() }
      token.cancel()
      registry.unmatched = .fail
    }
    #expect(registry.stubs.isEmpty)
  }

  @Test func `what the settings hold may ask the registry as it is reset`() {
    func exception(_ nosy: Nosy) -> UnmatchedPolicy {
      .fail(except: satisfies { _ in nosy === nosy })
    }
    let registry = StubRegistry()
    registry.unmatched = exception(Nosy(registry))
    registry.clock = NosyClock(start: Nosy(registry))
    registry.clock = NosyClock(start: Nosy(registry))
    registry.reset()
    #expect("\(registry.unmatched)" == ".fail")
  }

  /// A clock whose moments hold something.
  private struct NosyClock: Clock {
    struct Instant: InstantProtocol {
      let nosy: Nosy
      var offset = Duration.zero
      func advanced(by duration: Duration) -> Instant {
        Instant(nosy: nosy, offset: offset + duration)
      }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func == (lhs: Instant, rhs: Instant) -> Bool { lhs.offset == rhs.offset }
      static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
      func hash(into hasher: inout Hasher) { hasher.combine(offset) }
    }
    let start: Nosy
    /// Each moment has one of its own.
    var now: Instant { Instant(nosy: Nosy(start.registry)) }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      try Task.checkCancellation()
    }
  }

  /// A clock that asks a registry what time it is.
  private struct AskingClock: Clock {
    final class Whom: @unchecked Sendable {
      // Unchecked: set once, before anybody asks.
      weak var registry: StubRegistry?
    }
    let whom: Whom
    var now: ContinuousClock.Instant {
      _ = whom.registry?.stubs
      return .now
    }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      try await Task.sleep(until: deadline, tolerance: tolerance, clock: .continuous)
    }
  }

  @Test func `a clock may ask the registry that it is given to`() {
    let whom = AskingClock.Whom()
    let registry = StubRegistry(clock: AskingClock(whom: whom))
    whom.registry = registry
    registry.clock = AskingClock(whom: whom)
    registry.reset()
    #expect(registry.clock is AskingClock)
  }

  @Test(arguments: [.any, .atLeast(1)] as [StubCount])
  func `the oldest of very many stubs that are used up may ask the registry as it goes away`(
    expected: StubCount
  ) {
    let registry = StubRegistry()
    for _ in 1...300 {
      let nosy = Nosy(registry)
      registry.stub(condition: anyRequest(), times: 0, expected: expected) { _ in
        withExtendedLifetime(nosy) { .status(200) }
      }
    }
    registry.reset()
    #expect(registry.stubs.isEmpty)
  }

  private func expectFailure(_ registry: StubRegistry) async {
    await #expect(throws: URLError.self) {
      try await registry.session.data(from: url("http://reset.test/old"))
    }
  }
}

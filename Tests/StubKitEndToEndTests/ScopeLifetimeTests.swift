import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Scopes, registries, stubs and sessions go away with whoever used them.
struct ScopeLifetimeTests {
  /// A way to use a registry once.
  enum Use: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case nothing, value, closure, asyncClosure, unmatched, failure, delayed, redirect, cookies
    case cancelledBeforeStart, cancelledAtOnce, cancelled, scopeSession, ownSession, handler,
      events, switchedOff

    var testDescription: String { rawValue }
  }

  @Test(arguments: Use.allCases) func `a scope leaves nothing behind`(use: Use) async throws {
    let traces = Traces()
    try await withStubs { registry in
      traces.note(registry)
      try await perform(use, registry, traces)
    }
    try await traces.vanish()
  }

  @Test(arguments: Use.allCases) func `a registry leaves nothing behind`(use: Use) async throws {
    let traces = Traces()
    try await useRegistry(use, traces)
    try await traces.vanish()
  }

  private func useRegistry(_ use: Use, _ traces: Traces) async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    traces.note(registry)
    // Within a scope, so that the free functions and `URLSession.shared` do not lead to `.shared`.
    try await withStubs { scope in
      let session = registry.session
      traces.note(session)
      registry.stub(condition: anyRequest()) { _ in .text("") }
      _ = try await session.data(from: url("https://lifetime.test/"))
      try await perform(use, scope, traces)
    }
  }

  private func perform(_ use: Use, _ registry: StubRegistry, _ traces: Traces) async throws {
    let session = URLSession.shared
    let address = url("https://lifetime.test/")
    let witness = Witness()
    traces.note(witness)
    switch use {
    case .nothing:
      traces.note(stub(condition: anyRequest(), response: .text("")))
    case .value:
      traces.note(stub(condition: anyRequest(), times: 1, response: .text("")))
      _ = try await session.data(from: address)
    case .closure:
      traces.note(
        stub(condition: satisfies { _ in witness.isThere }) { _ in
          .text("\(witness.isThere) \(StubRegistry.current.stubs.count)")
        })
      _ = try await session.data(from: address)
    case .asyncClosure:
      traces.note(
        stub(condition: anyRequest()) { _ in
          await Task.yield()
          return .text("\(witness.isThere) \(StubRegistry.current.stubs.count)")
        })
      _ = try await session.data(from: address)
    case .unmatched:
      traces.note(stub(condition: isHost("other.test"), response: .text("")))
      _ = try? await session.data(from: address)
    case .failure:
      traces.note(stub(condition: anyRequest(), response: .failure(.timedOut)))
      _ = try? await session.data(from: address)
    case .delayed:
      registry.clock = FastForwardClock()
      traces.note(
        stub(
          condition: anyRequest(),
          response: .text("slow").delayed(by: .seconds(5)).chunked(every: .seconds(1), size: 1)))
      _ = try await session.data(from: address)
    case .redirect:
      let target = url("https://lifetime.test/target")
      traces.note(stub(condition: isPath("/target"), response: .text("")))
      traces.note(stub(condition: isPath("/"), response: .redirect(to: target)))
      _ = try await session.data(from: address)
    case .cookies:
      traces.note(
        stub(condition: anyRequest(), response: .text("").with(header: "Set-Cookie", value: "a=b")))
      _ = try await session.data(from: address)
      _ = try await session.data(from: address)
    case .cancelledBeforeStart, .cancelled:
      traces.note(stub(condition: anyRequest(), response: .hang))
      let hanging = registry.stubs.first
      await withCheckedContinuation { continuation in
        let task = session.dataTask(with: address) { _, _, _ in continuation.resume() }
        if use == .cancelled {
          task.resume()
          Task {
            _ = try? await hanging?.waitForRequests(timeout: .seconds(600))
            task.cancel()
          }
        } else {
          task.cancel()
        }
      }
    case .cancelledAtOnce:
      traces.note(stub(condition: anyRequest(), expected: .any, response: .hang))
      // With a cache and without one, the instance is made at different moments.
      for session in [session, URLSession(configuration: .stubbed)] {
        for _ in 0..<20 {
          await withCheckedContinuation { continuation in
            let task = session.dataTask(with: address) { _, _, _ in continuation.resume() }
            task.resume()
            task.cancel()
          }
        }
      }
    case .scopeSession:
      traces.note(stub(condition: anyRequest(), response: .text("")))
      let own = URLSession(configuration: .default)
      traces.note(own)
      _ = try await own.data(from: address)
    case .ownSession:
      traces.note(stub(condition: anyRequest(), response: .text("")))
      traces.note(registry.session)
      _ = try await registry.session.data(from: address)
    case .handler:
      traces.note(stub(condition: anyRequest(), response: .text("")))
      await withCheckedContinuation { continuation in
        session.dataTask(with: address) { [witness] _, _, _ in
          _ = witness.isThere
          continuation.resume()
        }.resume()
      }
    case .events:
      traces.note(stub(condition: anyRequest(), response: .text("")))
      traces.note(registry.onEvent { _ in _ = (witness.isThere, registry.stubs.count) })
      _ = try await session.data(from: address)
      // A handler that keeps its registry keeps it until it is cancelled or the registry reset.
      registry.reset()
    case .switchedOff:
      traces.note(stub(condition: anyRequest(), response: .text("")))
      registry.isEnabled = false
      // Asked and let go: what was noted on the way must not stay.
      #expect(!StubURLProtocol.canInit(with: request("https://lifetime.test/")))
    }
  }

  @Test func `a stub does not keep its registry, and is inactive without it`() throws {
    var registry: StubRegistry? = StubRegistry()
    weak let gone = registry
    let stub = try #require(registry?.stub(condition: anyRequest(), response: .text("")))
    #expect(stub.isActive)
    registry = nil
    #expect(gone == nil)
    #expect(!stub.isActive)
    #expect(stub.callCount == 0)
    #expect(stub.requests.isEmpty)
    stub.remove()
  }

  @Test func `a request in flight keeps its registry until it ends`() async throws {
    let gate = Gate()
    let traces = Traces()
    let answer = await withStubs { registry in
      traces.note(registry)
      let gated = stub(condition: anyRequest()) { _ in
        await gate.opened()
        return .text("late, by \(StubRegistry.current.stubs.count)")
      }
      let answer = Task { try await URLSession.shared.data(from: url("https://flight.test/")).0 }
      _ = try? await gated.waitForRequests(timeout: .seconds(600))
      return answer
    }
    gate.open()
    let data = try await answer.value
    #expect(String(decoding: data, as: UTF8.self) == "late, by 1")
    try await traces.vanish()
  }

  @Test func `a delayed response comes by the clock of a scope that has ended`() async throws {
    let clock = ManualClock()
    let traces = Traces()
    let text: String? = await withCheckedContinuation { continuation in
      withStubs(clock: clock) { registry in
        traces.note(registry)
        stub(condition: anyRequest(), response: .text("late").delayed(by: .seconds(9)))
        URLSession.shared.dataTask(with: url("https://flight.test/")) { data, _, _ in
          continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) })
        }.resume()
      }
      Task {
        try? await clock.waitForSleepers(count: 1, timeout: .seconds(600))
        await clock.advance(by: .seconds(9))
      }
    }
    #expect(text == "late")
    try await traces.vanish()
  }
}

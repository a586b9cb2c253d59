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
    try await old.waitForRequests()
    registry.reset()
    registry.stub(condition: isPath("/new"), response: .text("new"))
    _ = try await registry.session.data(from: url("http://reset.test/new"))
    gate.signal()
    await late
    #expect(registry.exchanges.map(\.outcome) == [.finished])
    try registry.verify()
  }

  @Test func `what a stub holds may ask the registry as it goes away`() throws {
    final class Nosy: Sendable {
      let registry: StubRegistry
      init(_ registry: StubRegistry) { self.registry = registry }
      deinit { _ = registry.stubs }
    }
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

  private func expectFailure(_ registry: StubRegistry) async {
    await #expect(throws: URLError.self) {
      try await registry.session.data(from: url("http://reset.test/old"))
    }
  }
}

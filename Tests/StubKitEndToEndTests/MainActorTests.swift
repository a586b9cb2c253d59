import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A test on the main actor whose stubs answer with what the main actor has.
@MainActor final class MainActorTests {
  private var paths: [String] = []

  private func answer(_ request: StubRequest) throws -> StubResponse {
    MainActor.assertIsolated()
    paths.append(request.path)
    return .text("\(paths.count)")
  }

  @Test func `a closure that says so runs on the main actor, and needs no await`() async throws {
    try await withStubs { registry in
      let own = stub(condition: isPath("/own")) { @MainActor request in
        MainActor.assertIsolated()
        self.paths.append(request.path)
        return .text("own")
      }
      registry.stub(condition: isPath("/its"), expected: 1) { @MainActor _ in
        MainActor.assertIsolated()
        return .text("\(self.paths)")
      }
      #expect(own.location.line == #line - 9)
      try await #expect(text("/own") == "own")
      try await #expect(text("/its") == #"["/own"]"#)
      try registry.verify()
    }
  }

  @Test func `a method of the main actor answers`() async throws {
    try await withStubs { registry in
      stub(condition: isPath("/a"), response: answer)
      registry.stub(condition: isPath("/b"), response: answer)
      try await #expect(text("/a") == "1")
      try await #expect(text("/b") == "2")
      #expect(paths == ["/a", "/b"])
    }
  }

  @Test func `an error that a closure throws on the main actor is that of the request`() async {
    await withStubs { registry in
      stub(condition: anyRequest()) { @MainActor _ in throw URLError(.badServerResponse) }
      let error = await #expect(throws: URLError.self) { try await text("/a") }
      #expect(error?.code == .badServerResponse)
      #expect(registry.exchanges.map(\.outcome) == [.threw])
    }
  }

  @Test func `a closure of the main actor that awaits is asynchronous as ever`() async throws {
    try await withStubs(clock: .fastForward) { registry in
      stub(condition: anyRequest()) { @MainActor request in
        try await registry.clock.sleep(for: .seconds(1))
        return try self.answer(request)
      }
      try await #expect(text("/a") == "1")
      #expect(registry.elapsed >= .seconds(1))
    }
  }

  @Test func `a handler hands events on to the main actor, in their order`() async throws {
    try await withStubs { registry in
      let told = StubState<[String]>([])
      registry.onEvent { event in
        told.update { $0.append("\(event)") }
        Task { @MainActor in self.paths.append("\(event)") }
      }
      stub(condition: anyRequest(), response: .text("x"))
      for number in 1...50 { _ = try await text("/\(number)") }
      while paths.count < 100 { await Task.yield() }
      #expect(paths == told.value)
    }
  }

  private func text(_ path: String) async throws -> String {
    let (data, _) = try await URLSession.shared.data(from: url("https://main.test\(path)"))
    return String(decoding: data, as: UTF8.self)
  }
}

import AppleFoundation
import StubKit
import TestPlaces
import Testing

/// Whoever said that a request is theirs answers it, even if that has changed since.
struct ChangeOfMindTests {
  /// Runs a request to a real server, with a change after it was taken and before it loads.
  private func load(
    in session: (StubRegistry) -> URLSession, by registry: StubRegistry,
    change: (StubRegistry) -> Void
  ) async throws -> (loaded: RecordingDelegate.Record, requests: Int) {
    let server = try LoopbackServer { _ in .text("the network") }
    let delegate = RecordingDelegate()
    let configuration = session(registry).configuration
    let own = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    let thread = HeldLoadingThread()
    let task = own.dataTask(with: url(server.url("/")))
    task.resume()
    await thread.taken(task)
    change(registry)
    thread.letGo()
    own.finishTasksAndInvalidate()
    let record = await delegate.outcome
    await LoadingSystem.settle()
    #expect(task.violations.isEmpty)
    return (record, server.requests.count)
  }

  @Test func `a scope that is over answers what was made in it`() async throws {
    let server = try LoopbackServer { _ in .text("the network") }
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .asking(StubURLProtocol.self), delegate: delegate, delegateQueue: nil)
    let thread = HeldLoadingThread()
    let task = session.dataTask(with: url(server.url("/")))
    await withStubs { _ in
      stub(condition: isHost("127.0.0.1"), response: .text("the scope"))
      task.resume()
      await thread.taken(task)
    }
    thread.letGo()
    session.finishTasksAndInvalidate()
    let record = await delegate.outcome
    #expect(String(decoding: record.body, as: UTF8.self) == "the scope")
    #expect(server.requests.isEmpty)
  }

  @Test func `a stub that is removed leaves the request to its registry`() async throws {
    let registry = StubRegistry()
    let stub = registry.stub(condition: isHost("127.0.0.1"), response: .text("the stub"))
    let (record, requests) = try await load(in: \.session, by: registry) { _ in stub.remove() }
    #expect((record.completions.first as? URLError)?.code == .resourceUnavailable)
    #expect(requests == 0)
  }

  @Test func `a newer stub that came in between answers`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isHost("127.0.0.1"), response: .text("older"))
    let (record, requests) = try await load(in: \.session, by: registry) { registry in
      registry.stub(condition: isHost("127.0.0.1"), response: .text("newer"))
    }
    #expect(String(decoding: record.body, as: UTF8.self) == "newer")
    #expect(requests == 0)
  }

  @Test func `a registry that is switched off in between lets the request out`()
    async throws
  {
    let registry = StubRegistry()
    registry.stub(condition: isHost("127.0.0.1"), response: .text("the stub"))
    let (record, requests) = try await load(in: \.session, by: registry) { $0.isEnabled = false }
    #expect(String(decoding: record.body, as: UTF8.self) == "the network")
    #expect(requests == 1)
  }

  @Test func `the session of a registry that is gone fails and says so`() async throws {
    let server = try LoopbackServer { _ in .text("the network") }
    var registry: StubRegistry? = StubRegistry()
    let configuration = try #require(
      registry.map { URLSessionConfiguration.default.stubbed(by: $0) })
    registry = nil
    let loaded = await Loaded(configuration: configuration) {
      $0.dataTask(with: url(server.url("/")))
    }
    #expect(loaded.error?.code == .resourceUnavailable)
    #expect(server.requests.isEmpty)
    #expect(loaded.task.violations.isEmpty)
  }
}

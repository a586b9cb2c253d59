import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Handlers hear what happens, in order, before the client does.
struct EventTests {
  @Test func `a redirected request is told from its first stub to its end`() async throws {
    let registry = StubRegistry()
    let events = Events()
    let token = registry.onEvent { events.append($0) }
    let old = registry.stub(
      condition: isPath("/old"), response: .redirect(to: url("http://events.test/new")))
    let new = registry.stub(condition: isPath("/new"), response: .text("new"))
    _ = try await registry.session.data(from: url("http://events.test/old"))

    #expect(
      events.all.map(\.description) == [
        "activated: GET http://events.test/old",
        "redirected: GET http://events.test/old → 302 → http://events.test/new",
        "activated: GET http://events.test/new",
        "finished: GET http://events.test/new → 200",
      ])
    #expect(events.all.map { $0.stub === old } == [true, true, false, false])
    #expect(events.all.last?.stub === new)

    token.cancel()
    _ = try await registry.session.data(from: url("http://events.test/new"))
    #expect(events.all.count == 4)
  }

  @Test func `an unmatched request is told with its error`() async throws {
    let registry = StubRegistry()
    let events = Events()
    // Its token is dropped, and it goes on all the same.
    registry.onEvent { events.append($0) }
    _ = try? await registry.session.data(from: url("http://events.test/"))
    #expect(events.all.map(\.kind) == [.unmatched, .finished])
    #expect((events.all.first?.error as? URLError)?.code == .resourceUnavailable)
  }

  @Test func `no event's error names the secrets of its address`() async throws {
    let registry = StubRegistry()
    let events = Events()
    registry.onEvent { events.append($0) }
    _ = try? await registry.session.data(from: url("http://ann:pw123456@events.test/?token=tok99"))
    let errors = events.all.compactMap { $0.error as? URLError }
    #expect(errors.count == 2)
    for error in errors { #expect(error.failingURL?.host == "events.test") }
    #expect(!"\(errors)".contains("pw123456") && !"\(errors)".contains("tok99"))
  }

  @Test func `a handler may use the session and the registry`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let (seen, see) = AsyncStream.makeStream(of: Int.self)
    let session = registry.session
    let token = registry.onEvent { [weak registry] event in
      guard event.kind == .activated, event.request.path == "/first" else { return }
      registry?.stub(condition: isPath("/never"), response: .text("y"))
      session.dataTask(with: url("http://events.test/second")) { data, _, _ in
        see.yield(data?.count ?? 0)
      }.resume()
    }
    _ = try await session.data(from: url("http://events.test/first"))
    var iterator = seen.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(registry.stubs.count == 2)
    token.cancel()
  }

  /// What a handler has heard.
  private final class Events: @unchecked Sendable {
    private let lock = NSLock()
    private var events: [StubEvent] = []

    var all: [StubEvent] { lock.withLock { events } }

    func append(_ event: StubEvent) {
      lock.withLock { events.append(event) }
    }
  }
}

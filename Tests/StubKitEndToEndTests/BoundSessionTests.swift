import Dispatch
import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sessions that belong to a registry, and what others do to them.
struct BoundSessionTests {
  @Test func `a registry's session is one and the same`() {
    let registry = StubRegistry()
    #expect(registry.session === registry.session)
  }

  @Test func `an invalidated session is replaced`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("still there"))
    for _ in 0..<50 {
      let session = registry.session
      _ = try await session.data(from: url("http://again.test/"))
      session.invalidateAndCancel()
      // Elsewhere the session says so later, on a queue of its own.
      #if canImport(FoundationNetworking)
        #expect(registry.session !== session)
      #else
        while registry.session === session { await Task.yield() }
      #endif
    }
    let (data, _) = try await registry.session.data(from: url("http://again.test/"))
    #expect(String(decoding: data, as: UTF8.self) == "still there")
  }

  @Test(.onlyOnLinux("elsewhere the loading system asks later, when the registry is gone"))
  func `a request is answered whose registry is let go once it is resumed`() async throws {
    let (answers, answer) = AsyncStream.makeStream(of: String?.self)
    // A thread without task-locals, like that of XCTest.
    Thread.detachNewThread {
      for _ in 0..<200 {
        let registry = StubRegistry()
        registry.stub(condition: anyRequest(), response: .text("in time"))
        registry.session.dataTask(with: url("http://late.test/")) { data, _, _ in
          answer.yield(data.map { String(decoding: $0, as: UTF8.self) })
        }.resume()
      }
    }
    for try await text in answers.prefix(200) { #expect(text == "in time") }
  }

  @Test(.onlyOnLinux("elsewhere a session that exists cannot be attached"))
  func `sessions are attached while others use them`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("attached"))
    let session = URLSession(configuration: .ephemeral)
    try #require(registry.attach(to: session))
    try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<400 {
        group.addTask {
          if number % 4 == 0 { registry.attach(to: session) }
          let (data, _) = try await session.data(from: url("http://attached.test/\(number)"))
          return String(decoding: data, as: UTF8.self)
        }
      }
      for try await text in group { #expect(text == "attached") }
    }
  }

  @Test(.onlyOnLinux("elsewhere a session that exists cannot be attached"))
  func `of two tests under way that attach one session both are told`() async throws {
    let (first, second) = (ToldIssues(), ToldIssues())
    let session = URLSession(configuration: .ephemeral)
    let own = URLSession(configuration: .ephemeral)
    try await first.ofScope(at: 1) { registry in
      registry.stub(condition: anyRequest(), expected: .any, response: .text("first"))
      registry.attach(to: session)
      try await second.ofScope(at: 2) { registry in
        registry.stub(condition: anyRequest(), response: .text("second"))
        registry.attach(to: session)
        let answer = try await askingOutside("http://attached.test/", session).get()
        #expect(answer == "second")
      }
    }
    let warning =
      "`attach(to:)` took a session from the scope at Story.swift:1, which is still open, and gave it "
      + "to the scope at Story.swift:2, which answers its requests from now on\n  → Use "
      + "`registry.session`, or a session of configuration.stubbed(by: registry): then it is certain "
      + "which scope is meant."
    #expect(first.texts == [warning])
    #expect(second.texts == [warning])

    // One after the other, and within each other, tests may attach a session as they like.
    try await first.ofScope(at: 3) { registry in
      registry.attach(to: own)
      withStubs { $0.attach(to: own) }
      registry.attach(to: own)
    }
    try await second.ofScope(at: 4) { registry in registry.attach(to: own) }
    #expect((first.texts + second.texts).count == 2)
  }

  @Test func `whoever waits for ever can do so`() async throws {
    let registry = StubRegistry()
    let stub = registry.stub(condition: anyRequest(), response: .text("x"))
    async let requests = stub.waitForRequests(timeout: .seconds(Int64.max))
    _ = try await registry.session.data(from: url("http://ever.test/"))
    #expect(try await requests.count == 1)
  }

  @Test func `a handler that waits for a request of its own registry does not stop it for good`()
    async throws
  {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let session = registry.session
    let token = registry.onEvent { event in
      guard event.kind == .activated, event.request.path == "/outer" else { return }
      let inner = DispatchSemaphore(value: 0)
      var request = URLRequest(url: url("http://handler.test/inner"))
      request.timeoutInterval = 3
      session.dataTask(with: request) { _, _, _ in inner.signal() }.resume()
      inner.wait()
    }
    var request = URLRequest(url: url("http://handler.test/outer"))
    request.timeoutInterval = 0.1
    let error = await #expect(throws: URLError.self) { try await session.data(for: request) }
    #expect(error?.code == .timedOut)
    token.cancel()
    let (data, _) = try await session.data(from: url("http://handler.test/later"))
    #expect(data == Data("x".utf8))
  }
}

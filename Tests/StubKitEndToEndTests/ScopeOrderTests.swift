import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which registry answers, step by step.
struct ScopeOrderTests {
  private func text(_ address: String, _ session: URLSession = .shared) async throws -> String {
    String(decoding: try await session.data(from: url(address)).0, as: UTF8.self)
  }

  @Test func `the registry that a session is bound to comes before the scope`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("bound"))
    let bound = URLSession(configuration: .default.stubbed(by: registry))
    let attached = URLSession(configuration: .default)
    let sessions = [registry.session, bound] + (registry.attach(to: attached) ? [attached] : [])
    try await withStubs { _ in
      stub(condition: anyRequest(), expected: .any, response: .text("scope"))
      for session in sessions {
        let answer = try await text("https://order.test/", session)
        #expect(answer == "bound")
      }
    }
  }

  @Test func `an explicitly bound session answers from any thread and any task`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("bound"))
    let session = registry.session
    let detached = try await Task.detached { try await text("https://order.test/", session) }.value
    #expect(detached == "bound")
    let fromThread = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        session.dataTask(with: url("https://order.test/")) { data, _, _ in
          continuation.resume(returning: data)
        }.resume()
      }
    }
    #expect(fromThread.map { String(decoding: $0, as: UTF8.self) } == "bound")
  }

  @Test func `the scope of the task comes before that of the session`() async throws {
    try await withStubs { outer in
      stub(condition: anyRequest(), response: .text("outer"))
      let session = URLSession(configuration: .default)
      try await withStubs { inner in
        stub(condition: anyRequest(), response: .text("inner"))
        let answer = try await text("https://order.test/", session)
        #expect(answer == "inner")
        #expect(inner.exchanges.count == 1)
      }
      #expect(outer.exchanges.isEmpty)
      // A scope within has used the session, and it is still found by the outer one's threads.
      let answer = try await Task.detached { try await text("https://order.test/", session) }.value
      #expect(answer == "outer")
    }
  }

  @Test func `child tasks and task groups are in the scope`() async throws {
    try await withStubs { registry in
      stub(condition: isPath("/child"), response: .text("child"))
      stub(condition: pathStartsWith("/group/")) { .text($0.path) }
      async let child = text("https://order.test/child")
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<20 {
          group.addTask { try await text("https://order.test/group/\(number)") }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      let answer = try await child
      #expect(answer == "child")
      #expect(answers.count == 20)
      let unstructured = try await Task { try await text("https://order.test/child") }.value
      #expect(unstructured == "child")
      #expect(registry.exchanges.count == 22)
    }
  }

  @Test func `a configuration leads to the scope it was made in, from any thread`() async throws {
    try await withStubs { _ in
      stub(condition: anyRequest(), response: .text("scope"))
      for configuration in [.default, .ephemeral, URLSessionConfiguration.stubbed] {
        let session = URLSession(configuration: configuration)
        let answer = try await Task.detached { try await text("https://order.test/", session) }
          .value
        #expect(answer == "scope")
      }
    }
  }

  @Test func `a session that another scope has used belongs to none any more`() async throws {
    try await withStubs { first in
      stub(condition: anyRequest(), expected: .any, response: .text("first"))
      let borrowed = URLSession(configuration: .default)
      let own = URLSession(configuration: .default)
      try await Task.detached {
        try await withStubs { _ in
          stub(condition: anyRequest(), response: .text("second"))
          let answer = try await text("https://order.test/", borrowed)
          #expect(answer == "second")
        }
      }.value
      // The other sessions of the first scope are not lost with it.
      let answer = try await Task.detached { try await text("https://order.test/", own) }.value
      #expect(answer == "first")
      #expect(first.exchanges.count == 1)
    }
  }

  @Test func `a closure of a registry is in that registry`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/inner"), response: .text("inner"))
    registry.stub(condition: isPath("/outer")) { _ in
      .text(try await "around " + text("https://order.test/inner"))
    }
    let answer = try await text("https://order.test/outer", registry.session)
    #expect(answer == "around inner")
  }

  @Test func `nested scopes inherit settings, never stubs`() async {
    await withStubs(
      unmatched: .fail(except: isHost("x.test")), network: .lte, clock: ManualClock()
    ) {
      outer in
      stub(condition: anyRequest(), expected: .any, response: .text("outer"))
      await withStubs { inner in
        #expect(inner.unmatched.description == outer.unmatched.description)
        #expect(inner.network == .lte)
        #expect(inner.clock is ManualClock)
        #expect(inner.stubs.isEmpty)
        let error = await #expect(throws: URLError.self) { try await text("https://order.test/") }
        #expect(error?.code == .resourceUnavailable)
        #expect(outer.exchanges.isEmpty)
      }
      withStubs(network: .wifi) { inner in
        #expect(inner.network == .wifi)
        #expect(inner.clock is ManualClock)
      }
    }
  }

  @Test func `in a scope that is switched off requests go to the network, not elsewhere`() {
    withStubs { registry in
      stub(condition: anyRequest(), expected: .any, response: .text("scope"))
      registry.isEnabled = false
      #expect(!StubURLProtocol.canInit(with: request("https://order.test/")))
      registry.isEnabled = true
      #expect(StubURLProtocol.canInit(with: request("https://order.test/")))
    }
  }

  @Test func `cookies of a scope stay in it`() async throws {
    try await withStubs { first in
      stub(
        condition: isPath("/set"),
        response: .text("set").with(header: "Set-Cookie", value: "id=1; Path=/"))
      stub(condition: isPath("/get")) { .text($0.headers["Cookie"] ?? "none") }
      _ = try await text("https://cookie-scope.test/set")
      let own = try await text("https://cookie-scope.test/get")
      #expect(own == "id=1")
      #expect(first.cookies.cookies?.count == 1)
      try await withStubs { second in
        stub(condition: isPath("/get")) { .text($0.headers["Cookie"] ?? "none") }
        let other = try await text("https://cookie-scope.test/get")
        #expect(other == "none")
        #expect(second.cookies.cookies?.isEmpty != false)
      }
    }
    #expect(
      HTTPCookieStorage.shared.cookies(for: url("https://cookie-scope.test/"))?.isEmpty != false)
  }

  /// A session that searches a cache of its own asks on one thread, and starts later on another.
  private static let sessions: [URLSession] = {
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = URLCache(memoryCapacity: 1_000, diskCapacity: 0, diskPath: nil)
    return [.shared, URLSession(configuration: configuration)]
  }()

  @Test(arguments: sessions)
  func `one request value in many tasks at once is answered by its scope`(session: URLSession)
    async throws
  {
    await withStubs { registry in
      stub(condition: anyRequest(), response: .text("mine"))
      let same = request("http://127.0.0.1:1/same")
      let texts = await withTaskGroup(of: String.self) { group in
        for _ in 0..<200 { group.addTask { await text(same, by: session) } }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(texts == ["mine"])
      #expect(registry.exchanges.count == 200)
    }
  }

  @Test(arguments: sessions)
  func `one request value in many scopes at once gets the answer of each`(session: URLSession)
    async throws
  {
    let same = request("http://127.0.0.1:1/same")
    let wrong = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          await withStubs { _ in
            stub(condition: anyRequest(), response: .text("\(number)"))
            return await text(same, by: session) != "\(number)"
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wrong == 0)
  }

  private func text(_ request: URLRequest, by session: URLSession) async -> String {
    do {
      return String(decoding: try await session.data(for: request).0, as: UTF8.self)
    } catch {
      return error.localizedDescription
    }
  }
}

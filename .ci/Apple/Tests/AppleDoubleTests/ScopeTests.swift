import AppleFoundation
import ForeignClient
import StubKit
import StubKitTesting
import Testing

/// A request finds the scope that it was made in, over threads that know nothing of it.
struct ScopeTests {
  private static func text(
    _ address: String, _ session: URLSession = .shared
  ) async throws -> String {
    String(decoding: try await session.data(from: url(address)).0, as: UTF8.self)
  }

  @Test(.stubbed) func `the shared session finds the registry of the test`() async throws {
    stub(condition: isPath("/users"), response: .text("users"))
    let text = try await Self.text("https://a.test/users")
    #expect(text == "users")
  }

  @Test func `two hundred scopes at once through the shared session never mix`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          try await withStubs { registry in
            stub(condition: isPath("/same"), response: .text("\(number)"))
            for _ in 1...5 {
              let text = try await Self.text("https://same.test/same")
              #expect(text == "\(number)")
            }
            #expect(registry.exchanges.count == 5)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: ForeignClient.Kind.allCases)
  func `a client that is older than the scope is found through its task`(
    kind: ForeignClient.Kind
  ) async throws {
    let client = ForeignClient(kind)
    try await withStubs { _ in
      stub(condition: isHost("older.test"), response: .text("stubbed"))
      let text = try await client.text(at: "https://older.test/")
      #expect(text == "stubbed")
    }
  }

  @Test func `a task that is resumed elsewhere is found through its configuration`() async throws {
    await withStubs { registry in
      stub(condition: anyRequest(), response: .text("found"))
      let session = URLSession(configuration: .default)
      let text = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          session.dataTask(with: url("https://thread.test/")) { data, _, _ in
            continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) })
          }.resume()
        }
      }
      #expect(text == "found")
      #expect(registry.exchanges.count == 1)
    }
  }

  @Test func `the first resume counts`() async throws {
    let delegate = RecordingDelegate()
    let session = URLSession(configuration: .default, delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: url("https://resumed.test/"))
    let gate = DispatchSemaphore(value: 0)
    await withStubs { outer in
      stub(condition: anyRequest()) { _ in
        gate.wait()
        return .text("outer")
      }
      task.resume()
      await withStubs { inner in
        stub(condition: anyRequest(), expected: .any, response: .text("inner"))
        task.resume()
        gate.signal()
        let record = await delegate.outcome
        #expect(String(decoding: record.body, as: UTF8.self) == "outer")
        #expect(inner.exchanges.isEmpty)
      }
      #expect(outer.exchanges.count == 1)
    }
    session.finishTasksAndInvalidate()
  }

  @Test func `a scope within answers before the one around it, and only while it is open`()
    async throws
  {
    try await withStubs { _ in
      stub(condition: anyRequest(), response: .text("outer"))
      let session = URLSession(configuration: .ephemeral)
      try await withStubs { _ in
        stub(condition: anyRequest(), response: .text("inner"))
        let text = try await Self.text("https://nested.test/", session)
        #expect(text == "inner")
      }
      let text = try await Self.text("https://nested.test/", session)
      #expect(text == "outer")
    }
  }

  @Test func `a bound session comes before the scope`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("bound"))
    try await withStubs { scope in
      stub(condition: anyRequest(), expected: .any, response: .text("scope"))
      let text = try await Self.text("https://bound.test/", registry.session)
      #expect(text == "bound")
      #expect(scope.exchanges.isEmpty)
    }
  }

  @Test func `what is asked within a closure finds the registry that answers`() async throws {
    try await withStubs { _ in
      stub(condition: isPath("/outer")) { _ in
        .text("outer of \(try await Self.text("https://inner.test/inner"))")
      }
      stub(condition: isPath("/inner"), response: .text("inner"))
      let text = try await Self.text("https://outer.test/outer")
      #expect(text == "outer of inner")
    }
  }

  @Test func `a session outlives its scope and falls to whoever is there then`() async throws {
    let session = try await withStubs { _ in
      stub(condition: anyRequest(), response: .text("first"))
      let session = URLSession(configuration: .default)
      let text = try await Self.text("https://outlives.test/", session)
      #expect(text == "first")
      return session
    }
    try await withStubs { second in
      stub(condition: anyRequest(), response: .text("second"))
      let text = try await Self.text("https://outlives.test/", session)
      #expect(text == "second")
      #expect(second.exchanges.count == 1)
    }
  }

  @Test func `nothing is left of a scope that is over`() async throws {
    let traces = Traces()
    try await withStubs { registry in
      traces.note(registry)
      let witness = Witness()
      traces.note(witness)
      traces.note(
        stub(condition: anyRequest()) { _ in
          .text("\(witness.isThere)")
        })
      let session = URLSession(configuration: .default)
      traces.note(session)
      let text = try await Self.text("https://left.test/", session)
      #expect(text == "true")
      let shared = try await Self.text("https://left.test/")
      #expect(shared == "true")
      session.finishTasksAndInvalidate()
    }
    try await traces.vanish()
  }
}

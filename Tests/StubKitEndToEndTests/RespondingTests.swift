import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Closures, errors, sequences and priorities, as a client sees them.
struct RespondingTests {
  /// An error of the user's own.
  struct OutOfTea: Error, Equatable {
    let cups: Int
  }

  @Test(arguments: Client.allCases)
  func `an error that a closure throws is the error of the request`(client: Client) async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/sync")) { _ in throw OutOfTea(cups: 3) }
    registry.stub(condition: isPath("/async")) { _ async throws in throw OutOfTea(cups: 4) }
    for (path, cups) in [("sync", 3), ("async", 4)] {
      await #expect(throws: OutOfTea(cups: cups)) {
        try await client.fetch(
          request("http://closure.test/\(path)"), .ephemeral.stubbed(by: registry))
      }
    }
    #expect(registry.exchanges.map(\.outcome) == [.threw, .threw])
  }

  @Test(arguments: Client.allCases)
  func `a failure is the error of the request`(client: Client) async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .failure(.notConnectedToInternet))
    let error = await #expect(throws: URLError.self) {
      try await client.fetch(request("http://fail.test/x"), .ephemeral.stubbed(by: registry))
    }
    #expect(error?.code == .notConnectedToInternet)
    #expect(error?.failingURL == url("http://fail.test/x"))
  }

  @Test func `a task knows the error that it ended in`() async throws {
    let registry = StubRegistry(clock: FastForwardClock())
    registry.stub(condition: isPath("/off"), response: .failure(.notConnectedToInternet))
    registry.stub(condition: isPath("/cut"), response: .text("abc").dropping(afterBytes: 1))
    registry.stub(condition: isPath("/slow"), response: .hang)
    registry.stub(condition: isPath("/fine"), response: .text("abc"))
    let codes: [String: URLError.Code?] = [
      "off": .notConnectedToInternet, "cut": .networkConnectionLost, "slow": .timedOut,
      "unknown": .resourceUnavailable, "fine": nil,
    ]
    for (path, code) in codes {
      let delegate = RecordingDelegate()
      let session = URLSession(
        configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
      let task = session.dataTask(with: url("http://error.test/\(path)"))
      task.resume()
      _ = await delegate.outcome
      let error = task.error as? URLError
      #expect(error?.code == code, "\(path)")
      #expect(error?.failingURL == (code == nil ? nil : task.originalRequest?.url))
    }
  }

  @Test func `a closure may ask by the names of a URLRequest`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest()) { request in
      let fields = [
        request.value(forHTTPHeaderField: "x-shade"), request.allHTTPHeaderFields["X-Shade"],
      ]
      return .text("\(request.httpMethod) \(request.httpBody?.count ?? 0) \(fields)")
    }
    let asked = request("http://names.test/", "PUT", headers: ["X-Shade": "teal"], body: "abc")
    let (data, _) = try await registry.session.data(for: asked)
    #expect(String(decoding: data, as: UTF8.self) == #"PUT 3 [Optional("teal"), Optional("teal")]"#)
  }

  private struct Draft: Codable {
    let title: String
  }

  @Test(arguments: Client.allCases)
  func `a closure reads JSON, parts and GraphQL as values`(client: Client) async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPOST("/json")) { request in
      let drafts = try request.json["drafts"]?.decode([Draft].self)
      return .text("\(request.json["ids"][1]?.integer ?? 0) \(drafts?.first?.title ?? "none")")
    }
    registry.stub(condition: isPOST("/parts")) { request in
      .text(try request.multipart?["meta"]?.decode(Draft.self).title ?? "none")
    }
    registry.stub(condition: isPOST("/graphql")) { request in
      let graphQL = request.graphQL
      return .text("\(graphQL?.operation ?? "none") \(graphQL?.variables["id"]?.integer ?? 0)")
    }
    func text(_ path: String, _ body: String, type: String = "application/json") async throws
      -> String
    {
      try await client.fetch(
        request("http://values.test\(path)", "POST", headers: ["Content-Type": type], body: body),
        .ephemeral.stubbed(by: registry)
      ).text
    }
    #expect(try await text("/json", #"{"ids": [1, 2], "drafts": [{"title": "T"}]}"#) == "2 T")
    let part = "--x\r\nContent-Disposition: form-data; name=meta\r\n\r\n{\"title\": \"T\"}\r\n--x--"
    #expect(try await text("/parts", part, type: "multipart/form-data; boundary=x") == "T")
    let query = #"{"query": "query A { a }", "variables": {"id": 7}}"#
    #expect(try await text("/graphql", query) == "A 7")
  }

  @Test func `a closure sees the answering registry as the current one`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/setup")) { _ in
      stub(condition: isPath("/made"), response: .text("made inside"))
      return .status(200)
    }
    _ = try await registry.session.data(from: url("http://closure.test/setup"))
    let (data, _) = try await registry.session.data(from: url("http://closure.test/made"))
    #expect(String(decoding: data, as: UTF8.self) == "made inside")
  }

  @Test func `a closure may make a request of its own`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/inner"), response: .text("inner"))
    let session = registry.session
    registry.stub(condition: isPath("/outer")) { _ async throws in
      .data(try await session.data(from: url("http://closure.test/inner")).0)
    }
    let (data, _) = try await session.data(from: url("http://closure.test/outer"))
    #expect(String(decoding: data, as: UTF8.self) == "inner")
  }

  @Test func `slow closures hold up nobody else`() async throws {
    let registry = StubRegistry()
    let gate = DispatchSemaphore(value: 0)
    let slow = registry.stub(condition: isPath("/slow")) { _ in
      gate.wait()
      return .text("slow")
    }
    registry.stub(condition: isPath("/quick")) { _ async in .text("quick") }
    // More than the global queue or Swift's tasks have threads.
    let count = 4 * ProcessInfo.processInfo.activeProcessorCount
    let waiting = Task {
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<count {
          group.addTask {
            let data = try? await registry.session.data(from: url("http://closure.test/slow")).0
            return String(decoding: data ?? Data(), as: UTF8.self)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    try await slow.waitForRequests(count: count, timeout: .seconds(600))
    let (data, _) = try await registry.session.data(from: url("http://closure.test/quick"))
    #expect(String(decoding: data, as: UTF8.self) == "quick")
    for _ in 0..<count { gate.signal() }
    #expect(await waiting.value == Array(repeating: "slow", count: count))
  }

  @Test func `a condition with a closure is asked with the whole request`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: isMethodPOST() && satisfies("a body of five") { $0.body?.count == 5 },
      response: .text("five"))
    let post = request("http://closure.test/", "POST")
    let (data, _) = try await registry.session.upload(for: post, from: Data("12345".utf8))
    #expect(String(decoding: data, as: UTF8.self) == "five")
    await #expect(throws: URLError.self) {
      try await registry.session.upload(for: post, from: Data("1234".utf8))
    }
  }

  @Test func `the newest stub answers, unless another has priority`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("old"))
    let new = registry.stub(condition: anyRequest(), response: .text("new"))
    #expect(try await text(registry) == "new")
    let first = registry.stub(condition: anyRequest(), priority: 1, response: .text("first"))
    registry.stub(condition: anyRequest(), response: .text("newest"))
    #expect(try await text(registry) == "first")
    first.remove()
    #expect(try await text(registry) == "newest")
    #expect(!first.isActive && new.isActive)
    #expect(first.callCount == 1)
  }

  @Test func `a stub with times yields to the older one when it is used up`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("always"))
    let twice = registry.stub(condition: anyRequest(), times: 2, response: .text("twice"))
    let texts = [try await text(registry), try await text(registry), try await text(registry)]
    #expect(texts == ["twice", "twice", "always"])
    #expect(!twice.isActive)
    #expect(twice.callCount == 2)
    let never = registry.stub(condition: anyRequest(), times: 0, response: .text("never"))
    #expect(try await text(registry) == "always")
    #expect(!never.isActive)
  }

  @Test func `concurrent requests each get their own turn of a sequence`() async throws {
    let registry = StubRegistry()
    registry.stub(
      condition: anyRequest(),
      response: .sequence(.text("a"), .failure(.timedOut), .text("c"), then: .cycle))
    let outcomes = await withTaskGroup(of: String.self) { group in
      for _ in 0..<99 { group.addTask { (try? await text(registry)) ?? "error" } }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(outcomes == ["a": 33, "error": 33, "c": 33])
  }

  @Test func `a registry that is switched off and on again`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("on"))
    registry.isEnabled = false
    await #expect(throws: URLError.self) {
      // Port 1 on loopback refuses: the request has really gone to the network.
      try await registry.session.data(from: url("http://127.0.0.1:1/"))
    }
    registry.isEnabled = true
    #expect(try await text(registry) == "on")
    #expect(registry.exchanges.count == 1)
  }

  private func text(_ registry: StubRegistry) async throws -> String {
    String(
      decoding: try await registry.session.data(from: url("http://respond.test/")).0,
      as: UTF8.self)
  }
}

import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a determined attacker found once, and may not find again.
struct HardTimesTests {
  @Test func `one request value in many tasks at once is answered by its scope`() async throws {
    await withStubs { registry in
      stub(condition: anyRequest(), response: .text("mine"))
      let same = request("http://127.0.0.1:1/same")
      let texts = await withTaskGroup(of: String.self) { group in
        for _ in 0..<200 { group.addTask { await text(same) } }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(texts == ["mine"])
      #expect(registry.exchanges.count == 200)
    }
  }

  @Test func `one request value in many scopes at once gets the answer of each`() async throws {
    let same = request("http://127.0.0.1:1/same")
    let wrong = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          await withStubs { _ in
            stub(condition: anyRequest(), response: .text("\(number)"))
            return await text(same) != "\(number)"
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wrong == 0)
  }

  @Test(
    .onlyOnLinux("on Apple's platforms the session itself makes something of the intervals"),
    arguments: [Double.greatestFiniteMagnitude, 1e20, .infinity, .nan, 0, -1])
  func `any timeout interval is taken`(interval: Double) async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    configuration.timeoutIntervalForResource = interval
    var request = request("http://timeout.test/")
    request.timeoutInterval = interval
    let (data, _) = try await URLSession(configuration: configuration).data(for: request)
    #expect(data == Data("x".utf8))
  }

  @Test func `a body stream that is used up fails the request that is sent again`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    var post = request("http://stream.test/", "POST")
    post.httpBodyStream = InputStream(data: Data("once".utf8))
    _ = try await registry.session.data(for: post)
    let again = post
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: again)
    }
    #expect(error?.code == .requestBodyStreamExhausted)
    #expect(
      error?.localizedDescription
        == "The request's body stream has been read already. A request that is sent again needs a "
        + "new stream.")
  }

  @Test(.onlyOnLinux("on Apple's platforms the loading system opens the file, before it asks"))
  func `an upload from what is no file fails and asks nobody`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let error = await #expect(throws: URLError.self) {
      try await registry.session.upload(
        for: request("http://up.test/", "POST"), fromFile: url("http://127.0.0.1:1/file"))
    }
    #expect(error?.code == .cannotOpenFile)
  }

  @Test(arguments: [true, false])
  func `a task that is suspended and resumed at once is claimed once`(hasCache: Bool) async throws {
    let registry = StubRegistry()
    let once = registry.stub(condition: anyRequest(), times: 1, response: .text("once"))
    let configuration = URLSessionConfiguration.default.stubbed(by: registry)
    if hasCache { configuration.urlCache = Self.cache() }
    let delegate = RecordingDelegate()
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: url("http://suspend.test/"))
    task.resume()
    task.suspend()
    task.resume()
    let outcome = await delegate.outcome
    #expect(String(decoding: outcome.body, as: UTF8.self) == "once")
    #expect(outcome.completions.count == 1)
    #expect(once.callCount == 1)
    #expect(registry.unmatchedRequests.isEmpty)
  }

  @Test func `a session with a cache survives cancels that overtake the start`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let configuration = URLSessionConfiguration.default.stubbed(by: registry)
    configuration.urlCache = Self.cache()
    let session = URLSession(configuration: configuration)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<1_000 {
        group.addTask {
          await withCheckedContinuation { continuation in
            let task = session.dataTask(with: url("http://overtake.test/\(number)")) { _, _, _ in
              continuation.resume()
            }
            task.resume()
            task.cancel()
          }
        }
      }
    }
  }

  @Test func `a body that never comes times out`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let pipe = Pipe()
    var post = request("http://pipe.test/", "POST")
    post.httpBodyStream = InputStream(
      fileAtPath: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    post.timeoutInterval = 0.1
    let again = post
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: again)
    }
    #expect(error?.code == .timedOut)
    try pipe.fileHandleForWriting.close()
  }

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

  @Test(AuthenticationTests.askingTheDelegate)
  func `a delegate that never tires of a wrong password is stopped`() async throws {
    let registry = StubRegistry()
    let stub = registry.stub(
      condition: anyRequest(),
      response: .status(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]))
    let delegate = RecordingDelegate(onChallenge: { _ in
      (.useCredential, URLCredential(user: "a", password: "b", persistence: .none))
    })
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.dataTask(with: url("http://auth.test/")).resume()
    let outcome = await delegate.outcome
    #expect(outcome.responses.map(\.statusCode) == [401])
    #expect(stub.callCount == 21)
  }

  @Test func `a long body is matched outside of the work queue`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: bodyContains("needle"), response: .text("found"))
    let hay = String(repeating: "hay ", count: 50_000)
    let post = request("http://long.test/", "POST", body: hay + "needle")
    let (data, _) = try await registry.session.data(for: post)
    #expect(String(decoding: data, as: UTF8.self) == "found")
    await #expect(throws: URLError.self) {
      try await registry.session.data(for: request("http://long.test/", "POST", body: hay))
    }
  }

  private static func cache() -> URLCache {
    URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
  }

  private func text(_ request: URLRequest) async -> String {
    do {
      return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
    } catch {
      return error.localizedDescription
    }
  }

  private func expectFailure(_ registry: StubRegistry) async {
    await #expect(throws: URLError.self) {
      try await registry.session.data(from: url("http://reset.test/old"))
    }
  }
}

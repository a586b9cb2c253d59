#if os(Linux)
  import Dispatch
  import Foundation
  import FoundationNetworking
  import Testing

  @testable import StubKit

  /// The facts that the workarounds under `Interception/Linux` answer, seen without StubKit.
  ///
  /// Nothing of this compiles on Apple's platforms, whose facts `PlatformProbe` asks for.
  ///
  /// One that fails says that the platform has changed: the workaround named in it is then not
  /// needed any more, or does not work.
  struct PlatformFactsTests {
    /// A protocol of a test's own, which does what the test says.
    class Probe: URLProtocol {
      override class func canInit(with request: URLRequest) -> Bool { true }
      override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
      override func stopLoading() {}

      func answer(_ response: HTTPURLResponse, _ chunks: [String]) {
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        for chunk in chunks { client?.urlProtocol(self, didLoad: Data(chunk.utf8)) }
        client?.urlProtocolDidFinishLoading(self)
        client = nil
      }

      static func response(_ url: URL?, status: Int = 200) throws -> HTTPURLResponse {
        let url = try #require(url)
        return try #require(
          HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil))
      }
    }

    static func session(
      _ type: URLProtocol.Type, _ change: (URLSessionConfiguration) -> Void = { _ in }
    ) -> URLSession {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [type]
      change(configuration)
      return URLSession(configuration: configuration)
    }

    static let address = URL(string: "http://fact.test/") ?? URL(filePath: "/")

    final class ChunkProbe: Probe {
      override func startLoading() {
        guard let response = try? Self.response(request.url) else { return }
        answer(response, ["first", "last"])
      }
    }

    @Test func `a handler is given only the last chunk, which BodyCarrier mends`() async throws {
      let (data, _) = try await Self.session(ChunkProbe.self).data(from: Self.address)
      #expect(String(decoding: data, as: UTF8.self) == "last")
    }

    /// A response that counts how often it is asked for its URL.
    final class CountingResponse: HTTPURLResponse, @unchecked Sendable {
      let questions = Locked(0)
      override var url: URL? {
        questions.withLock { $0 += 1 }
        // Without a URL no authentication begins, and the task completes.
        return nil
      }
    }

    final class ChallengeProbe: Probe {
      static let (counts, count) = AsyncStream.makeStream(of: Int.self)
      override func startLoading() {
        guard
          let response = CountingResponse(
            url: PlatformFactsTests.address, statusCode: 401, httpVersion: nil,
            headerFields: ["WWW-Authenticate": "Basic realm=\"x\""])
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        response.questions.withLock { $0 = 0 }
        client?.urlProtocolDidFinishLoading(self)
        client = nil
        // The answer may be there before this call has come back.
        Self.count.yield(response.questions.withLock(\.self))
      }
    }

    @Test func `a 401 is recognised by its URL as it finishes, which UnchallengedResponse hides`()
      async throws
    {
      _ = try await Self.session(ChallengeProbe.self).data(from: Self.address)
      var counts = ChallengeProbe.counts.makeAsyncIterator()
      #expect(await counts.next() == 1)
    }

    final class HeaderProbe: Probe {
      override func startLoading() {
        guard let response = try? Self.response(request.url) else { return }
        answer(response, [request.value(forHTTPHeaderField: "X-Added") ?? "none"])
      }
    }

    @Test func `a protocol does not see what the session adds, which Load merges`() async throws {
      let session = Self.session(HeaderProbe.self) { $0.httpAdditionalHeaders = ["X-Added": "yes"] }
      let (data, _) = try await session.data(from: Self.address)
      #expect(String(decoding: data, as: UTF8.self) == "none")
    }

    @TaskLocal static var mark = "nobody"

    final class ScopeProbe: Probe {
      static let seen = Locked<[String]>([])
      override class func canInit(with request: URLRequest) -> Bool {
        seen.withLock { $0.append(PlatformFactsTests.mark) }
        return true
      }

      override func startLoading() {
        Self.seen.withLock { $0.append(PlatformFactsTests.mark) }
        guard let response = try? Self.response(request.url) else { return }
        answer(response, ["x"])
      }
    }

    @Test
    func `a task-local is seen when asked and lost when started, which ScopeHandover bridges`()
      async throws
    {
      try await Self.$mark.withValue("caller") {
        _ = try await Self.session(ScopeProbe.self).data(from: Self.address)
      }
      #expect(ScopeProbe.seen.withLock(\.self) == ["caller", "nobody"])
    }

    /// Notes the threads on which the probe is asked, and then the cache.
    final class CacheProbe: Probe {
      static let threads = Locked<[pthread_t]>([])

      final class Cache: URLCache, @unchecked Sendable {
        // Unchecked: it has no state.
        override func getCachedResponse(
          for dataTask: URLSessionDataTask,
          completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
        ) {
          threads.withLock { $0.append(pthread_self()) }
          completionHandler(nil)
        }
      }

      override class func canInit(with request: URLRequest) -> Bool {
        threads.withLock { $0.append(pthread_self()) }
        return true
      }

      override func startLoading() {
        guard let response = try? Self.response(request.url) else { return }
        answer(response, ["x"])
      }
    }

    final class QueueProbe: Probe {
      static let tasks = Locked<[UInt?]>([])
      override class func canInit(with request: URLRequest) -> Bool {
        tasks.withLock { $0.append(ScopeHandover.currentTask) }
        return true
      }

      override func startLoading() {
        Self.tasks.withLock { $0.append(ScopeHandover.currentTask) }
        guard let response = try? Self.response(request.url) else { return }
        answer(response, ["x"])
      }
    }

    @Test
    func `a task is asked about and started on its own queue, by which ScopeHandover knows it`()
      async throws
    {
      _ = try await Self.session(QueueProbe.self).data(from: Self.address)
      _ = QueueProbe.canInit(with: URLRequest(url: Self.address))
      let tasks = QueueProbe.tasks.withLock(\.self)
      #expect(tasks.count == 3 && tasks[0] != nil && tasks[0] == tasks[1] && tasks[2] == nil)
      // Queues with one label: each has its own copy of it.
      let label = "org.swift.URLSessionTask.WorkQueue"
      let queues = (0..<2).map { _ in DispatchQueue(label: label) }
      let names = queues.map { $0.sync { ScopeHandover.currentTask } }
      #expect(names[0] != nil && names[1] != nil && names[0] != names[1])
    }

    @Test func `a cache is searched where its request was asked about, as QuietCache trusts`()
      async throws
    {
      let cache = CacheProbe.Cache(memoryCapacity: 0, diskCapacity: 0, diskPath: "/dev/null/none")
      let session = Self.session(CacheProbe.self) { $0.urlCache = cache }
      _ = try await session.data(from: Self.address)
      let threads = CacheProbe.threads.withLock(\.self)
      #expect(threads.count == 2 && threads.first == threads.last)
    }

    final class SuspendProbe: Probe {
      static let calls = Locked<[String]>([])
      static let (events, event) = AsyncStream.makeStream(of: String.self)
      private static func note(_ call: String) {
        calls.withLock { $0.append(call) }
        event.yield(call)
      }

      override func startLoading() {
        Self.note("start")
        guard Self.calls.withLock(\.count) > 2, let response = try? Self.response(request.url)
        else { return }
        answer(response, ["x"])
      }

      override func stopLoading() { Self.note("stop") }
    }

    @Test func `suspending stops and resuming starts again, which Load takes for a pause`()
      async throws
    {
      let task = Self.session(SuspendProbe.self).dataTask(with: Self.address)
      var events = SuspendProbe.events.makeAsyncIterator()
      task.resume()
      #expect(await events.next() == "start")
      task.suspend()
      #expect(await events.next() == "stop")
      task.resume()
      #expect(await events.next() == "start")
    }

    @Test func `a session adds its cookies when it makes a task`() throws {
      let configuration = URLSessionConfiguration.ephemeral
      let storage = try #require(configuration.httpCookieStorage)
      let session = URLSession(configuration: configuration)
      func cookies(of task: URLSessionTask) -> String? {
        task.originalRequest?.value(forHTTPHeaderField: "Cookie")
      }
      let early = session.dataTask(with: Self.address)
      let cookie = HTTPCookie(properties: [
        .name: "a", .value: "1", .path: "/", .domain: try #require(Self.address.host),
      ])
      storage.setCookie(try #require(cookie))
      #expect(cookies(of: early) == nil)
      #expect(cookies(of: session.dataTask(with: Self.address)) == "a=1")
    }

    @Test func `a request knows whether its timeout was set`() {
      var request = URLRequest(url: Self.address)
      #expect(!request.setsTimeout)
      request.setValue("b", forHTTPHeaderField: "A")
      #expect(!request.setsTimeout)
      request.timeoutInterval = 60
      #expect(request.setsTimeout)
      request.url = URL(filePath: "/")
      #expect(request.setsTimeout)
    }

    @Test func `a task's internals are where TaskInternals looks for them`() async throws {
      #expect(TaskInternals.sessionReference.offset != nil)
      #expect(TaskInternals.workQueueReference.offset != nil)
      #expect(TaskInternals.inlineHandlerFlag.offset != nil)
      #expect(TaskInternals.storedState.offset != nil)
      #expect(TaskInternals.invalidationFlag.offset != nil)
      #expect(TaskInternals.sessionQueueReference.offset != nil)
      let session = URLSession(configuration: .ephemeral)
      let task = session.dataTask(with: Self.address)
      #expect(TaskInternals.session(of: task) === session)
      #expect(TaskInternals.storedState.value(in: task) == .suspended)
      #expect(
        TaskInternals.workQueue(of: task)
          === TaskInternals.reflect("workQueue", in: task) as? DispatchQueue)
      let upload = session.uploadTask(with: URLRequest(url: Self.address), from: Data("up".utf8))
      #expect(upload.originalRequest?.httpBody == nil)
      guard case .data(let body) = TaskInternals.body(of: upload) else {
        Issue.record("The body of an upload task is not found.")
        return
      }
      #expect(body == Data("up".utf8))
      task.cancel()
      let state = try #require(TaskInternals.storedState.value(in: task))
      #expect([.canceling, .completed].contains(state))
    }

    @Test func `every session's work queue excludes every other's`() async throws {
      let queues = (0..<2).compactMap { _ in
        TaskInternals.workQueue(
          of: URLSession(configuration: .ephemeral).dataTask(with: Self.address))
      }
      #expect(queues.count == 2)
      let isRunning = Locked(false)
      let overlaps = Locked(0)
      for number in 0..<2_000 {
        queues[number % 2].async {
          let wasRunning = isRunning.withLock { running in
            defer { running = true }
            return running
          }
          if wasRunning { overlaps.withLock { $0 += 1 } }
          isRunning.withLock { $0 = false }
        }
      }
      for queue in queues { queue.sync {} }
      #expect(overlaps.withLock(\.self) == 0)
    }
  }
#endif

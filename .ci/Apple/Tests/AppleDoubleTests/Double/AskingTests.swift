import AppleFoundation
import AppleObjectiveC
import TestPlaces
import Testing

/// How the double asks, which is what is known of how Apple's loading system asks.
struct AskingTests {
  @TaskLocal private static var caller: String?

  /// Answers with its name, and writes down how it is asked.
  class Named: URLProtocol {
    class var name: String { "" }
    class var takes: Bool { true }
    /// Who was asked about which address, in order.
    static let asked = Guarded<[String: [Asked]]>([:])

    struct Asked: Sendable {
      let name: String
      let thread: ObjectIdentifier
      let caller: String?
      let hasBody: Bool
      let hasStream: Bool
    }

    static func asked(about address: String) -> [Asked] {
      asked.withLock { $0[address] ?? [] }
    }

    override class func canInit(with request: URLRequest) -> Bool {
      let asked = Asked(
        name: name, thread: ObjectIdentifier(Thread.current), caller: AskingTests.caller,
        hasBody: request.httpBody != nil, hasStream: request.httpBodyStream != nil)
      Self.asked.withLock { $0[request.url?.absoluteString ?? "", default: []].append(asked) }
      return takes
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
      guard let url = request.url,
        let response = HTTPURLResponse(
          url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
      else { return }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data(type(of: self).name.utf8))
      client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
  }

  final class First: Named {
    override class var name: String { "first" }
  }

  final class Second: Named {
    override class var name: String { "second" }
  }

  final class Shy: Named {
    override class var name: String { "shy" }
    override class var takes: Bool { false }
  }

  /// Takes no request, but a task.
  final class Tasks: Named {
    override class var name: String { "tasks" }
    override class var takes: Bool { false }
    override class func canInit(with task: URLSessionTask) -> Bool { true }
  }

  @Test func `the first class that takes a request answers it, and is asked several times`() async {
    let address = "https://asking.test/order"
    let loaded = await Loaded(configuration: .asking(Shy.self, First.self, Second.self)) {
      $0.dataTask(with: url(address))
    }
    #expect(loaded.text == "first")
    #expect(Named.asked(about: address).map(\.name) == ["shy", "first", "first", "first"])
  }

  @Test func `it is asked elsewhere, where the caller's task-locals are not seen`() async {
    let address = "https://asking.test/elsewhere"
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .asking(First.self), delegate: delegate, delegateQueue: nil)
    let isOver = DispatchSemaphore(value: 0)
    // A thread that nobody else can have, since it waits until the end.
    let caller = Thread {
      Self.$caller.withValue("me") { session.dataTask(with: url(address)).resume() }
      isOver.wait()
    }
    caller.start()
    _ = await delegate.outcome
    isOver.signal()
    let asked = Named.asked(about: address)
    #expect(asked.allSatisfy { $0.caller == nil && $0.thread != ObjectIdentifier(caller) })
    #expect(!asked.isEmpty)
    session.finishTasksAndInvalidate()
  }

  @Test func `a task is asked about rather than its request`() async {
    let address = "https://asking.test/task"
    let loaded = await Loaded(configuration: .asking(Tasks.self)) {
      $0.dataTask(with: url(address))
    }
    #expect(loaded.text == "tasks")
    #expect(Named.asked(about: address).isEmpty)
  }

  @Test func `a body is only seen as a stream`() async {
    let address = "https://asking.test/body"
    _ = await Loaded(configuration: .asking(First.self)) {
      $0.dataTask(with: request(address, "POST", body: "body"))
    }
    let asked = Named.asked(about: address)
    #expect(asked.allSatisfy { !$0.hasBody && $0.hasStream })
    #expect(!asked.isEmpty)
  }

  @Test func `the class that was registered last is the first that the shared session asks`()
    async throws
  {
    let address = "https://asking.test/registered"
    // Others use the shared session meanwhile: these take nothing.
    final class Earlier: Named {
      override class var name: String { "earlier" }
      override class var takes: Bool { false }
    }
    final class Later: Named {
      override class var name: String { "later" }
      override class var takes: Bool { false }
    }
    URLProtocol.registerClass(Earlier.self)
    URLProtocol.registerClass(Later.self)
    defer {
      URLProtocol.unregisterClass(Earlier.self)
      URLProtocol.unregisterClass(Later.self)
    }
    let task = URLSession.shared.dataTask(with: url(address))
    task.resume()
    while !Named.asked(about: address).contains(where: { $0.name == "earlier" }) {
      await Task.yield()
    }
    task.cancel()
    // A test beside this one may have registered a class, too.
    #expect(
      Named.asked(about: address).map(\.name).filter { !$0.isEmpty } == ["later", "earlier"])
  }

  @Test func `a registered class is nothing to any other session`() async {
    let address = "https://asking.test/unregistered"
    final class Registered: Named {
      override class var takes: Bool { false }
    }
    URLProtocol.registerClass(Registered.self)
    defer { URLProtocol.unregisterClass(Registered.self) }
    let loaded = await Loaded(configuration: .asking(First.self)) {
      $0.dataTask(with: url(address))
    }
    #expect(loaded.text == "first")
    #expect(Named.asked(about: address).allSatisfy { $0.name == "first" })
  }

  @Test func `a session keeps the configuration that it was made with`() async {
    let configuration = URLSessionConfiguration.asking(First.self)
    let delegate = RecordingDelegate()
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    configuration.protocolClasses = [Second.self]
    session.configuration.protocolClasses = [Second.self]
    session.dataTask(with: url("https://asking.test/copy")).resume()
    let record = await delegate.outcome
    #expect(String(decoding: record.body, as: UTF8.self) == "first")
    session.finishTasksAndInvalidate()
  }

  @Test func `a class after Apple's own is never asked for http`() async throws {
    let server = try LoopbackServer { _ in .text("the network") }
    let configuration = URLSessionConfiguration.asking()
    configuration.protocolClasses = (URLSessionConfiguration().protocolClasses ?? []) + [First.self]
    let loaded = await Loaded(configuration: configuration) {
      $0.dataTask(with: url(server.url("/")))
    }
    #expect(loaded.text == "the network")
    #expect(Named.asked(about: server.url("/")).isEmpty)
  }

  @Test func `a background session asks nobody`() async throws {
    let server = try LoopbackServer { _ in .text("the network") }
    let configuration = URLSessionConfiguration.background(withIdentifier: "asking")
    configuration.protocolClasses = [First.self]
    let loaded = await Loaded(configuration: configuration) {
      $0.dataTask(with: url(server.url("/")))
    }
    #expect(loaded.text == "the network")
    #expect(Named.asked(about: server.url("/")).isEmpty)
  }
}

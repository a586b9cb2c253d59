import Foundation
import StubKit
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is let through behaves as if StubKit were not there: proved by a real server on loopback.
struct PassThroughTests {
  /// Why a request comes to be forwarded, or is not even taken.
  enum Way: String, CaseIterable, Sendable {
    /// No stub could match: the request is never taken.
    case untouched
    /// A closure had to decide, and said no.
    case closure
    /// A body that was not yet visible had to decide.
    case body
    /// A stub answers that the network shall.
    case response

    func prepare(_ registry: StubRegistry) {
      switch self {
      case .untouched:
        registry.stub(condition: isHost("other.test"), response: .text("wrong"))
      case .closure:
        registry.stub(condition: satisfies { _ in false }, response: .text("wrong"))
      case .body:
        registry.stub(condition: bodyContains("not in there"), response: .text("wrong"))
      case .response:
        registry.stub(condition: anyRequest(), response: .passThrough)
      }
    }
  }

  private static func echo() throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.target {
      case "/redirect": .text("", status: 302, headers: ["Location: /there?x=1"])
      case "/see-other": .text("", status: 303, headers: ["Location: /there"])
      case "/kept": .text("", status: 307, headers: ["Location: /there"])
      case "/elsewhere": .text("", status: 302, headers: ["Location: http://stubbed.test/x"])
      case "/moved": .text("moved body", status: 302, headers: ["Location: /there"])
      case "/secret":
        .text("denied", status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""])
      case "/cookie": .text("", headers: ["Set-Cookie: real=1; Path=/"])
      case "/large": .text(String(repeating: "0123456789", count: 50_000))
      default:
        .text(
          "\(request.method) \(request.target) \(String(decoding: request.body, as: UTF8.self))",
          headers: ["X-Seen: \(request.headers["x-sent"] ?? "nothing")"])
      }
    }
  }

  @Test(arguments: Way.allCases, Client.allCases)
  func `a request reaches the server with its method, headers and body`(
    way: Way, client: Client
  ) async throws {
    let server = try Self.echo()
    let registry = StubRegistry(unmatched: .passThrough)
    way.prepare(registry)
    let post = request(server.url("/post?q=1"), "POST", headers: ["X-Sent": "it"], body: "hello")
    let outcome = try await client.fetch(post, .ephemeral.stubbed(by: registry))
    #expect(outcome.text == "POST /post?q=1 hello")
    #expect(outcome.status == 200)
    #expect(outcome.response.value(forHTTPHeaderField: "X-Seen") == "it")
    #expect(server.requests.count == 1)
    #expect(registry.exchanges.map(\.outcome) == [.passedThrough])
  }

  @Test(.onlyOnLinux("elsewhere a session waits for a challenge"), arguments: Way.allCases)
  func `the user and password of an address arrive`(way: Way) async throws {
    let server = try Self.echo()
    let registry = StubRegistry(unmatched: .passThrough)
    way.prepare(registry)
    let address = url("http://ada:secret@127.0.0.1:\(server.port)/in")
    _ = try await registry.session.data(from: address)
    #expect(server.requests.map { $0.headers["authorization"] } == ["Basic YWRhOnNlY3JldA=="])
    #expect(absoluteURLStartsWith("http://ada:secret@")(URLRequest(url: address)))
  }

  @Test(arguments: Way.allCases, Client.allCases)
  func `a large body arrives whole`(way: Way, client: Client) async throws {
    let server = try Self.echo()
    let registry = StubRegistry(unmatched: .passThrough)
    way.prepare(registry)
    let outcome = try await client.fetch(
      request(server.url("/large")), .ephemeral.stubbed(by: registry))
    #expect(outcome.data.count == 500_000)
  }

  @Test(
    arguments: Way.allCases,
    [
      ("/redirect", "GET", "GET /there?x=1 "), ("/see-other", "POST", "GET /there "),
      ("/kept", "POST", "POST /there hello"),
    ])
  func `redirects are followed`(way: Way, story: (String, String, String)) async throws {
    var (path, method, text) = story
    // Foundation itself loses the body of a 307 on Linux; where StubKit has no part in the request,
    // that is how it stays.
    if Platform.isLinux, path == "/kept", way == .untouched || way == .body {
      text = "POST /there "
    }
    let server = try Self.echo()
    let registry = StubRegistry(unmatched: .passThrough)
    way.prepare(registry)
    let outcome = try await Client.asyncAwait.fetch(
      request(server.url(path), method, body: method == "POST" ? "hello" : nil),
      .ephemeral.stubbed(by: registry))
    #expect(outcome.text == text)
  }

  @Test(arguments: [Way.closure, .body, .response])
  func `a forwarded redirect to a stubbed address is stubbed`(way: Way) async throws {
    let server = try Self.echo()
    let registry = StubRegistry(unmatched: .passThrough)
    way.prepare(registry)
    registry.stub(condition: isHost("stubbed.test"), response: .text("stubbed after all"))
    let outcome = try await Client.asyncAwait.fetch(
      request(server.url("/elsewhere")), .ephemeral.stubbed(by: registry))
    #expect(outcome.text == "stubbed after all")
    #expect(registry.exchanges.map(\.outcome) == [.redirected, .finished])
  }

  @Test func `a delegate may refuse a forwarded redirect and gets its body`() async throws {
    let server = try Self.echo()
    let registry = StubRegistry(unmatched: .passThrough)
    Way.closure.prepare(registry)
    let delegate = RecordingDelegate(onRedirect: { _ in nil })
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.dataTask(with: request(server.url("/moved"))).resume()
    let outcome = await delegate.outcome
    #expect(outcome.responses.map(\.statusCode) == [302])
    #expect(String(decoding: outcome.body, as: UTF8.self) == "moved body")
    #expect(outcome.completions.count == 1)
    #expect(outcome.completions.first.flatMap(\.self) == nil)
  }

  // Not `.untouched`: on this platform such a task of Foundation's own never completes.
  @Test(arguments: [Way.closure, .body, .response], Client.allCases)
  func `a forwarded challenge without a credential is the response`(
    way: Way, client: Client
  ) async throws {
    let server = try Self.echo()
    let registry = StubRegistry(unmatched: .passThrough)
    way.prepare(registry)
    let outcome = try await client.fetch(
      request(server.url("/secret")), .ephemeral.stubbed(by: registry))
    #expect(outcome.status == 401)
    #expect(outcome.text == "denied")
    #expect(server.requests.count == 1)
  }

  @Test(arguments: Way.allCases)
  func `a connection that is refused is the platform's error`(way: Way) async throws {
    let registry = StubRegistry(unmatched: .passThrough)
    way.prepare(registry)
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(from: url("http://127.0.0.1:1/"))
    }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test(arguments: [Way.closure, .body, .response])
  func `an upload is forwarded with its body`(way: Way) async throws {
    let server = try Self.echo()
    let registry = StubRegistry(unmatched: .passThrough)
    way.prepare(registry)
    let (data, _) = try await registry.session.upload(
      for: request(server.url("/up"), "PUT"), from: Data("uploaded".utf8))
    #expect(String(decoding: data, as: UTF8.self) == "PUT /up uploaded")
  }

  @Test func `the time for the whole ends an answer that comes bit by bit`() async throws {
    let server = try LoopbackServer { _ in
      .init(body: Data(count: 100), chunkSize: 1, pause: .milliseconds(300))
    }
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .passThrough)
    let configuration = URLSessionConfiguration.ephemeral.stubbed(by: registry)
    configuration.timeoutIntervalForResource = 1
    let error = await #expect(throws: URLError.self) {
      try await URLSession(configuration: configuration).data(from: url(server.url("/")))
    }
    let text = try #require(error?.localizedDescription)
    #expect(text.hasPrefix("The request timed out: it was not complete after 1"), "\(text)")
  }

  @Test func `a forwarded request can be cancelled`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (arrived, arrive) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      arrive.yield()
      gate.wait()
      return .text("late")
    }
    let registry = StubRegistry(unmatched: .passThrough)
    Way.closure.prepare(registry)
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: request(server.url("/")))
    task.resume()
    var arrivals = arrived.makeAsyncIterator()
    await arrivals.next()
    task.cancel()
    let outcome = await delegate.outcome
    gate.signal()
    #expect((outcome.completions.first as? URLError)?.code == .cancelled)
    #expect(await registry.settledExchanges().map(\.outcome) == [.cancelled])
  }

  @Test(arguments: [Way.closure, .response])
  func `the cookies of a forwarded response reach the session's storage`(way: Way) async throws {
    let server = try Self.echo()
    let registry = StubRegistry(unmatched: .passThrough)
    way.prepare(registry)
    _ = try await registry.session.data(from: url(server.url("/cookie")))
    let (_, _) = try await registry.session.data(from: url(server.url("/after")))
    #expect(server.requests.last?.headers["cookie"] == "real=1")
  }

  @Test func `only what is excepted goes out under fail`() async throws {
    let server = try Self.echo()
    let registry = StubRegistry(unmatched: .fail(except: isHost("127.0.0.1")))
    let (data, _) = try await registry.session.data(from: url(server.url("/out")))
    #expect(String(decoding: data, as: UTF8.self) == "GET /out ")
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(from: url("http://localhost:\(server.port)/out"))
    }
    #expect(error?.code == .resourceUnavailable)
    #expect(server.requests.count == 1)
  }

  @Test func `nothing goes out under fail`() async throws {
    let server = try Self.echo()
    await withStubs { registry in
      await #expect(throws: URLError.self) {
        try await URLSession.shared.data(from: url(server.url("/")))
      }
      #expect(registry.exchanges.map(\.outcome) == [.unmatched])
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `a request that passes is reported`() async throws {
    let server = try Self.echo()
    let registry = StubRegistry(unmatched: .passThrough)
    let (events, tell) = AsyncStream.makeStream(of: StubEvent.self)
    let token = registry.onEvent { tell.yield($0) }
    _ = try await registry.session.data(from: url(server.url("/passing")))
    var heard = events.makeAsyncIterator()
    let event = await heard.next()
    #expect(event?.kind == .unmatched)
    #expect(event?.request.path == "/passing")
    token.cancel()
  }
}

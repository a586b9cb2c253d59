import Dispatch
import Foundation
import StubKit
import StubKitExploring
import StubKitRecording
import StubKitTesting
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A response closure asks the real server, here on loopback, and amends what that says.
struct RealAnswerTests {
  private static let gzip = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAkACAiPnlEQAAAA==")

  private static func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.target {
      case "/moved": .text("", status: 307, headers: ["Location: /there", "Set-Cookie: hop=1"])
      case "/stairs/1":
        .text("", status: 302, headers: ["Location: /stairs/2", "Set-Cookie: step=1; Path=/"])
      case "/stairs/2":
        .text("", status: 302, headers: ["Location: /top", "Set-Cookie: step=2; Path=/"])
      case "/round": .text("", status: 302, headers: ["Location: /round"])
      case "/to-data": .text("", status: 302, headers: ["Location: data:text/plain,x"])
      case "/to-file": .text("", status: 302, headers: ["Location: file:///etc/hosts"])
      case "/to-ftp": .text("", status: 302, headers: ["Location: ftp://127.0.0.1:1/x"])
      case "/profile": .text(#"{"name":"Ada","age":36}"#, headers: ["X-Kind: real"])
      case "/gzip": .init(headers: ["Content-Encoding: gzip"], body: gzip ?? Data())
      case "/packed-nothing":
        .init(
          headers: ["Content-Encoding: gzip"],
          body: Data(base64Encoded: "H4sIAAAAAAACAwMAAAAAAAAAAAA=") ?? Data())
      case "/chunked": .init(body: Data("in chunks".utf8), chunkSize: 3)
      case "/unchanged": .init(status: 304, chunkSize: 1)
      case "/cut": .init(body: Data(count: 1_000), breaksOff: true)
      case "/missing": .text("no such thing", status: 404)
      case "/odd": .text("no bots", status: 999)
      default:
        .text(
          "\(request.method) \(request.target) \(String(decoding: request.body, as: UTF8.self)) "
            + "\(request.headers["x-sent"] ?? "-") \(request.headers["cookie"] ?? "-")")
      }
    }
  }

  @Test func `a status that HTTP does not know is what the server says`() async throws {
    let server = try Self.server()
    let registry = StubRegistry()
    registry.stub(condition: anyRequest()) { try await $0.perform() }
    let (data, response) = try await registry.session.data(from: url(server.url("/odd")))
    #expect((response as? HTTPURLResponse)?.statusCode == 999)
    #expect(String(decoding: data, as: UTF8.self) == "no bots")
  }

  @Test(arguments: Client.allCases)
  func `a stub amends what the real server says`(client: Client) async throws {
    let server = try Self.server()
    let registry = StubRegistry()
    let stub = registry.stub(condition: isPath("/profile")) { request in
      let real = try await request.perform()
      guard case .object(var profile)? = real.json else { return real }
      profile["name"] = "Bea"
      return real.with(body: StubJSON.object(profile).data).with(status: 203)
    }
    let outcome = try await client.fetch(
      request(server.url("/profile")), .ephemeral.stubbed(by: registry))
    #expect(outcome.text == #"{"age":36,"name":"Bea"}"#)
    #expect(outcome.status == 203)
    #expect(outcome.response.value(forHTTPHeaderField: "X-Kind") == "real")
    #expect(outcome.response.value(forHTTPHeaderField: "Content-Length") == "23")
    #expect(server.requests.count == 1)
    #expect(stub.callCount == 1)
    #expect(registry.exchanges.map(\.outcome) == [.finished])
  }

  @Test func `method, headers and body are sent whole`() async throws {
    let server = try Self.server()
    let registry = StubRegistry()
    registry.stub(condition: anyRequest()) { try await $0.perform() }
    let body = String(repeating: "0123456789", count: 20_000)
    let post = request(server.url("/post?q=1"), "POST", headers: ["X-Sent": "it"], body: body)
    let (data, _) = try await registry.session.data(for: post)
    #expect(String(decoding: data, as: UTF8.self) == "POST /post?q=1 \(body) it -")
  }

  @Test func `another server is asked for the same`() async throws {
    let server = try Self.server()
    let registry = StubRegistry()
    let there = url(server.url("/v2/"))
    registry.stub(condition: isHost("api.test")) { try await $0.perform(at: there) }
    registry.stub(condition: isHost("127.0.0.1"), expected: .never, response: .text("a stub"))
    let put = request("https://api.test/users%2F7?page=2", "PUT", body: "x")
    let (data, _) = try await registry.session.data(for: put)
    #expect(String(decoding: data, as: UTF8.self) == "PUT /v2/users%2F7?page=2 x - -")
    #expect(server.requests.first?.headers["host"] == "127.0.0.1:\(server.port)")
  }

  @Test func `an answer has its parts and its timing`() async throws {
    let server = try Self.server()
    let real = try await StubRequest(request(server.url("/missing"))).perform()
    #expect(real.status == 404)
    #expect(real.headers["Content-Length"] == "13")
    #expect(real.body == Data("no such thing".utf8))
    let timing = try #require(real.timing)
    #expect(timing.wait > .zero && timing.receive >= .zero)
    let packed = try await StubRequest(request(server.url("/gzip"))).perform()
    #expect(packed.body == Data("hello hello hello".utf8))
    #expect(packed.headers["Content-Encoding"] == nil)
    #expect(packed.headers["Content-Length"] == "17")
    let nothing = try await StubRequest(request(server.url("/packed-nothing"))).perform()
    #expect(nothing.body == Data())
    #expect(nothing.headers["Content-Encoding"] == nil)
    #expect(nothing.headers["Content-Length"] == "0")
    let chunked = try await StubRequest(request(server.url("/chunked"))).perform()
    #expect(chunked.body == Data("in chunks".utf8))
    #expect(chunked.headers["Transfer-Encoding"] == nil)
    let head = try await StubRequest(request(server.url("/missing"), "HEAD")).perform()
    #expect(head.body == Data())
    #expect(head.headers["Content-Length"] == "13")
    let headOfChunks = try await StubRequest(request(server.url("/chunked"), "HEAD")).perform()
    #expect(headOfChunks.body == Data())
    #expect(headOfChunks.headers["Content-Length"] == nil)
    let unchanged = try await StubRequest(request(server.url("/unchanged"))).perform()
    #expect(unchanged.status == 304)
    #expect(unchanged.headers["Content-Length"] == nil)
  }

  @Test func `redirects are followed, with what they set`() async throws {
    let server = try Self.server()
    let registry = StubRegistry()
    registry.stub(condition: anyRequest()) { try await $0.perform() }
    let post = request(server.url("/moved"), "POST", headers: ["X-Sent": "it"], body: "kept")
    let (data, _) = try await registry.session.data(for: post)
    #expect(String(decoding: data, as: UTF8.self) == "POST /there kept it hop=1")
    #expect(registry.exchanges.count == 1)
    await #expect {
      _ = try await registry.session.data(from: url(server.url("/round")))
    } throws: {
      ($0 as? URLError)?.code == .httpTooManyRedirects
    }
    #expect(server.requests.count == 2 + 21)
  }

  @Test func `a cookie that a second redirect replaces does not go along`()
    async throws
  {
    let server = try Self.server()
    try await withStubs { registry in
      registry.stub(condition: isPath("/stairs/1"), response: { try await $0.perform() })
      var asked = request(server.url("/stairs/1"))
      asked.setValue("own=1", forHTTPHeaderField: "Cookie")
      let (data, _) = try await registry.session.data(for: asked)
      #expect(String(decoding: data, as: UTF8.self) == "GET /top  - own=1; step=2")
    }
    #expect(
      server.requests.map { $0.headers["cookie"] ?? "" } == [
        "own=1", "own=1; step=1", "own=1; step=2",
      ])
  }

  @Test func `errors are the network's`() async throws {
    let server = try Self.server()
    await #expect(throws: URLError.self) {
      _ = try await StubRequest(request(server.url("/cut"))).perform()
    }
    await #expect {
      _ = try await StubRequest(request("https://a.test/x")).perform(at: url("nowhere"))
    } throws: {
      "\($0.localizedDescription)"
        == "The request cannot be performed at nowhere: it needs a URL with a scheme and a host, such "
        + "as http://localhost:8080."
    }
    let registry = StubRegistry()
    registry.stub(condition: anyRequest()) { try await $0.perform(at: url("http://127.0.0.1:1")) }
    await #expect {
      _ = try await registry.session.data(from: url("http://a.test/"))
    } throws: {
      ($0 as? URLError)?.code == .cannotConnectToHost
    }
    #expect(registry.exchanges.map(\.outcome) == [.threw])
  }

  @Test(arguments: ["/to-data", "/to-file", "/to-ftp"])
  func `a redirect does not lead off the network`(path: String) async throws {
    let server = try Self.server()
    let registry = StubRegistry()
    registry.stub(condition: anyRequest()) { try await $0.perform() }
    await #expect {
      _ = try await registry.session.data(from: url(server.url(path)))
    } throws: {
      ($0 as? URLError)?.code == .unsupportedURL
        && $0.localizedDescription == "The redirect does not lead to an http or https URL."
    }
    #expect(registry.exchanges.map(\.outcome) == [.threw])
  }

  @Test(arguments: ["data:text/plain,x", "file:///etc/hosts", "http:/x", "blob:http://a.test/x"])
  func `a server is on the network`(server: String) async throws {
    await #expect {
      _ = try await StubRequest(request("https://a.test/x")).perform(at: url(server))
    } throws: {
      ($0 as? URLError)?.code == .badURL
        && $0.localizedDescription
          == "The request cannot be performed at \(server): it needs a URL with a scheme and a host, "
          + "such as http://localhost:8080."
    }
  }

  @Test func `it goes with the request, if that is cancelled or times out`() async throws {
    let mayAnswer = DispatchSemaphore(value: 0)
    defer { for _ in 0..<2 { mayAnswer.signal() } }
    let server = try LoopbackServer { _ in
      mayAnswer.wait()
      return .text("too late")
    }
    let traces = Traces()
    let codes = AsyncStream.makeStream(of: URLError.Code?.self)
    do {
      let registry = StubRegistry()
      let witness = Witness()
      traces.note(witness)
      let stub = registry.stub(condition: anyRequest()) { request in
        do {
          return try await request.perform()
        } catch {
          codes.continuation.yield(witness.isThere ? (error as? URLError)?.code : nil)
          throw error
        }
      }
      let session = registry.session
      let there = url(server.url("/"))
      let asking = Task { try await session.data(from: there) }
      try await stub.waitForRequests(timeout: .seconds(600))
      asking.cancel()
      await #expect(throws: (any Error).self) { try await asking.value }

      var hasty = URLRequest(url: there)
      // Long enough for the closure to begin, also on a busy machine.
      hasty.timeoutInterval = 3
      await #expect {
        _ = try await session.data(for: hasty)
      } throws: {
        ($0 as? URLError)?.code == .timedOut
      }
      var heard: [URLError.Code?] = []
      for await code in codes.stream.prefix(2) { heard.append(code) }
      #expect(heard == [.cancelled, .cancelled])
      traces.note(registry)
    }
    try await traces.vanish()
  }

  @Test func `outside of a closure it ends if nothing arrives in the request's time`() async throws
  {
    let mayAnswer = DispatchSemaphore(value: 0)
    defer { mayAnswer.signal() }
    let server = try LoopbackServer { _ in
      mayAnswer.wait()
      return .text("too late")
    }
    var hasty = request(server.url("/"))
    hasty.timeoutInterval = 0.05
    let error = await #expect(throws: URLError.self) { try await StubRequest(hasty).perform() }
    #expect(error?.code == .timedOut)
    #expect(
      error?.localizedDescription == "The request timed out: nothing arrived for 0.05 seconds.")
    #expect(error?.failingURL == hasty.url)
  }

  @Test(arguments: [200, 401])
  func `what arrives bit by bit has its time anew`(status: Int) async throws {
    let server = try LoopbackServer { _ in
      .init(
        status: status, headers: ["WWW-Authenticate: Basic realm=\"x\""], body: Data(count: 15),
        chunkSize: 1, pause: .milliseconds(250))
    }
    var patient = request(server.url("/"))
    patient.timeoutInterval = 3
    let real = try await StubRequest(patient).perform()
    #expect(real.status == status)
    #expect(real.body == Data(count: 15))
  }

  @Test func `without a session, only what Foundation can decode is asked for`() async throws {
    let server = try Self.server()
    let asked = request(server.url("/gzip"), headers: ["Accept-Encoding": "aes128gcm"])
    let real = try await StubRequest(asked).perform()
    #expect(real.body == Data("hello hello hello".utf8))
    #expect(server.requests.first?.headers["accept-encoding"] != "aes128gcm")
  }

  @Test(.onlyOnLinux("elsewhere the delegate is not asked about the server's challenge"))
  func `the delegate is asked once about a challenge, and its answer holds`() async throws {
    let server = try LoopbackServer { _ in
      .text("no", status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""])
    }
    let registry = StubRegistry()
    registry.stub(condition: anyRequest()) { try await $0.perform() }
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.dataTask(with: url(server.url("/"))).resume()
    let outcome = await delegate.outcome
    #expect(outcome.challenges.map(\.failures) == [0])
    #expect(outcome.responses.map(\.statusCode) == [401])
  }

  @Test(AuthenticationTests.askingTheDelegate)
  func `the delegate is asked about a challenge that a closure has made of the real answer`()
    async throws
  {
    let server = try Self.server()
    let registry = StubRegistry()
    registry.stub(condition: anyRequest()) {
      try await $0.perform().with(status: 401)
        .with(header: "WWW-Authenticate", value: "Basic realm=\"x\"")
    }
    let delegate = RecordingDelegate()
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.dataTask(with: url(server.url("/profile"))).resume()
    let outcome = await delegate.outcome
    #expect(outcome.challenges.map(\.failures) == [0])
    #expect(outcome.responses.map(\.statusCode) == [401])
  }

  @Test func `an exploration waits for the real answer`() async throws {
    let server = try Self.server()
    let report = try await withEveryFault(.status(500), .cutOff) { _ in
      stub(condition: isPath("/profile")) { try await $0.perform() }
      _ = try? await URLSession.shared.data(from: url(server.url("/profile")))
    }
    #expect(report.scenarios.count == 2)
    #expect(server.requests.count == 3)
  }

  @Test func `a recording does not write it down`() async throws {
    let server = try Self.server()
    let folder = TemporaryFolder()
    let file = folder.url.appendingPathComponent("real.har")
    for _ in 0..<2 {
      try await withRecording(to: file) { _ in
        stub(condition: isPath("/profile")) { try await $0.perform() }
        _ = try await URLSession.shared.data(from: url(server.url("/profile")))
        _ = try await URLSession.shared.data(from: url(server.url("/other")))
      }
    }
    #expect(server.requests.map(\.target) == ["/profile", "/other", "/profile"])
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("Ada"))
  }
}

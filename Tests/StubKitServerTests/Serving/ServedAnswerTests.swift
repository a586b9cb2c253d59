import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

@testable import StubKitServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(Command.isInstalled("curl"))
struct `What a server answers` {
  @Test func `a body of known length has a Content-Length, a stream is chunked`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/whole"), response: .text("whole"))
      stub(
        condition: isPath("/pieces"),
        response: .stream([.data(Data("a".utf8)), .data(Data()), .data(Data("b".utf8))]))
      let whole = try await Curl.asking(server.url(for: "/whole").absoluteString)
      #expect(whole.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(whole.field("Content-Length") == "5")
      #expect(whole.field("Date") == nil)
      let pieces = try await Curl.asking("--raw", server.url(for: "/pieces").absoluteString)
      #expect(pieces.field("Transfer-Encoding") == "chunked")
      #expect(pieces.body == "1\r\na\r\n1\r\nb\r\n0\r\n\r\n")
      let old = try await Curl.asking("--http1.0", server.url(for: "/pieces").absoluteString)
      #expect(old.body == "ab")
      #expect(old.field("Transfer-Encoding") == nil)
      #expect(old.field("Connection") == "close")
    }
  }

  @Test(arguments: [204, 304])
  func `some answers have no body`(status: Int) async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/x"), response: .status(status))
      stub(condition: isPath("/next"), response: .text("next"))
      let answer = try await Curl.asking(
        "\(server.url)/x", "--next", "--silent", "--include", "\(server.url)/next")
      #expect(answer.status == status)
      #expect(answer.field("Content-Length") == nil)
      #expect(answer.body.hasSuffix("next"))
    }
  }

  @Test func `HEAD gets the head of the answer to GET`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/x"), response: .text("whole"))
      let answer = try await Curl.asking("--head", server.url(for: "/x").absoluteString)
      #expect(answer.field("Content-Length") == "5")
      #expect(answer.exitCode == 0)
      stub(condition: isPath("/events"), response: .serverSentEvents(["ready"]))
      let events = try await Curl.asking("--head", server.url(for: "/events").absoluteString)
      #expect(events.status == 200)
      #expect(events.field("Content-Length") == nil)
    }
  }

  @Test func `every method and every body comes to the stubs`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: anyRequest()) { request in
        .text("\(request.method) \(String(decoding: request.body ?? Data(), as: UTF8.self))")
      }
      let url = server.url(for: "https://api.shop.com/x").absoluteString
      for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "PURGE"] {
        let answer = try await Curl.asking("-X", method, "-d", "body", url)
        #expect(answer.body == "\(method) body")
      }
      let chunked = try await Curl.asking(
        "-H", "Transfer-Encoding: chunked", "-d", "chunked", "-X", "POST", url)
      #expect(chunked.body == "POST chunked")
    }
  }

  @Test func `an unmatched request is 501 with the whole report`() async throws {
    try await Told.by { (server: StubServer, told: Told) async throws in
      server.registry.stub(condition: isPath("/users"), response: .json([]))
      let answer = try await Curl.asking("\(server.url(for: "https://api.shop.com"))/user")
      #expect(answer.status == 501)
      #expect(answer.field("StubKit-Unmatched") == "true")
      #expect(answer.field("Cache-Control") == "no-store")
      #expect(answer.field("Content-Type") == "text/plain; charset=utf-8")
      #expect(answer.body.hasPrefix("No stub matches GET https://api.shop.com/user\n"))
      #expect(answer.body.contains(#"✗ isPath("/users"): the path is "/user""#))
      // The test is told before the client is.
      #expect(told.texts.count == 1)
      #expect(answer.body == told.texts[0] + "\n")
      #expect(server.registry.exchanges.map(\.outcome) == [.unmatched])
    }
  }

  @Test func `the status of an unmatched request can be chosen`() async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      let server = try registry.serve(unmatchedStatus: 404)
      #expect(try await Curl.asking(server.url(for: "/x").absoluteString).status == 404)
    }
  }

  @Test func `a report proposes no port of today`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(
        condition: isHost("api.shop.com") && isPath("/users"), expected: .any, response: .json([]))
      let answer = try await Curl.asking(server.url(for: "/users").absoluteString)
      #expect(answer.body.contains("\n  stub(condition: isPath(\"/users\"), response"))
      #expect(
        answer.body.contains(
          "which isHost(\"api.shop.com\") does not match: give the client `server.url(for: …)`"))
    }
  }

  @Test func `a connection that may be used once ends after each answer`() async throws {
    try await Told.withScope { (registry: StubRegistry, _: Told) async throws in
      registry.stub(condition: isPath("/x"), response: .text("x"))
      let server = try registry.serve(keepsAlive: false)
      for path in ["/x", "/unmatched"] {
        let client = try RawClient(to: UInt16(server.port))
        client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.readToEnd().contains("\r\nConnection: close\r\n"))
      }
    }
  }

  @Test func `a connection may be used once only`() async throws {
    try await withStubs { (registry: StubRegistry) async throws in
      let server = try registry.serve(keepsAlive: false)
      stub(condition: isPath("/x"), response: .text("x"))
      let url = server.url(for: "/x").absoluteString
      let answer = try await Curl.asking(url, "--write-out", "%{num_connects}", url)
      #expect(answer.field("Connection") == "close")
      #expect(answer.body.hasSuffix("1"))
    }
  }

  @Test func `delays and throttles run on the clock of the registry`() async throws {
    try await withStubServer(clock: FastForwardClock()) { (server: StubServer) async throws in
      stub(condition: isPath("/slow"), response: .text("later").delayed(by: .seconds(3600)))
      stub(
        condition: isPath("/throttled"),
        response: .text(String(repeating: "x", count: 1000)).throttled(bytesPerSecond: 10))
      #expect(try await Curl.asking(server.url(for: "/slow").absoluteString).body == "later")
      let throttled = try await Curl.asking(server.url(for: "/throttled").absoluteString)
      #expect(throttled.body.count == 1000)
      #expect(server.registry.exchanges.map(\.duration) == [.seconds(3600), .seconds(100)])
    }
  }

  @Test func `a stream's pieces come while it goes on`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      let log = BodyStream()
      stub(condition: isPath("/log"), response: .stream(log))
      let url = server.url(for: "/log")
      let (bytes, _) = try await Self.pieces(of: url) { piece in
        // Each piece is sent when the one before it has come.
        if piece == "one" { log.send("two") }
        if piece == "two" { log.finish() }
      } onHead: {
        log.send("one")
      }
      #expect(bytes == "onetwo")
    }
  }

  private static func pieces(
    of url: URL, _ hear: @escaping @Sendable (String) -> Void,
    onHead: @escaping @Sendable () -> Void
  ) async throws -> (String, URLResponse?) {
    let delegate = Pieces(hear, onHead)
    let session = URLSession(configuration: .patient, delegate: delegate, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    return try await withCheckedThrowingContinuation { continuation in
      delegate.end = { text, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: (text, nil))
        }
      }
      session.dataTask(with: url).resume()
    }
  }

  private final class Pieces: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let hear: @Sendable (String) -> Void
    private let onHead: @Sendable () -> Void
    private var text = ""
    var end: (String, (any Error)?) -> Void = { _, _ in }

    init(_ hear: @escaping @Sendable (String) -> Void, _ onHead: @escaping @Sendable () -> Void) {
      (self.hear, self.onHead) = (hear, onHead)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      completionHandler(.allow)
      onHead()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let piece = String(decoding: data, as: UTF8.self)
      text += piece
      hear(piece)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      end(text, error)
    }
  }

  @Test(arguments: [false, true])
  func `a client that goes cancels its request`(byReset isReset: Bool) async throws {
    try await withStubServer { (server: StubServer) async throws in
      let (begun, announce) = AsyncStream.makeStream(of: Void.self)
      let (stopped, tell) = AsyncStream.makeStream(of: Void.self)
      stub(condition: isPath("/x")) { _ async throws -> StubResponse in
        announce.yield()
        try await withTaskCancellationHandler {
          try await Task.sleep(for: .seconds(600))
        } onCancel: {
          tell.yield()
        }
        return .text("")
      }
      let client = try RawClient(to: UInt16(server.port))
      client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      for await _ in begun { break }
      if isReset { client.reset() } else { client.close() }
      for await _ in stopped { break }
      await until { server.registry.exchanges.first?.outcome != .pending }
      #expect(server.registry.exchanges.map(\.outcome) == [.cancelled])
    }
  }

  @Test func `a slow reader makes the source wait`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      let pulled = Locked(0)
      let piece = Data(repeating: 7, count: 256 << 10)
      stub(
        condition: isPath("/x"),
        response: .stream {
          AsyncStream(unfolding: { () -> Data? in
            pulled.withLock { count in
              count += 1
              return count > 400 ? nil : piece
            }
          })
        })
      stub(condition: isPath("/other")) { _ in .text("x") }
      // 100 MB, of which the client takes two, while others are answered, until the source stands still.
      let areAnswered = try await onThread {
        let reader = try RawClient(to: UInt16(server.port))
        defer { reader.close() }
        reader.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try reader.read(2 << 20)
        var answers: [Bool] = []
        var before = 0
        while before != pulled.withLock(\.self) {
          before = pulled.withLock(\.self)
          for _ in 0..<50 {
            let other = try RawClient(to: UInt16(server.port))
            other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
            answers.append(try other.read(through: "\r\n\r\nx").hasSuffix("\r\n\r\nx"))
          }
        }
        return answers.allSatisfy(\.self)
      }
      #expect(areAnswered)
      #expect(1..<200 ~= pulled.withLock(\.self))
    }
  }

  @Test func `a large body comes whole, both ways`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/echo")) { .data($0.body ?? Data()) }
      let bytes = (0..<(20 << 20)).map { (place: Int) in UInt8(truncatingIfNeeded: place &* 7 >> 3)
      }
      let body = Data(bytes)
      var request = URLRequest(url: server.url(for: "/echo"))
      request.httpMethod = "POST"
      request.httpBody = body
      let (echoed, _) = try await URLSession(configuration: .patient).data(for: request)
      #expect(echoed == body)
    }
  }

  @Test func `a download task gets its file`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isHost("shop.com") && isPath("/film.mov"), response: .text("a film"))
      let session = URLSession(configuration: .patient)
      defer { session.finishTasksAndInvalidate() }
      let url = server.url(for: "https://shop.com/film.mov")
      let text: String = try await withCheckedThrowingContinuation { continuation in
        session.downloadTask(with: url) { file, _, error in
          continuation.resume(
            with: Result {
              if let error { throw error }
              defer { if let file { try? FileManager.default.removeItem(at: file) } }
              return try String(contentsOf: file ?? url, encoding: .utf8)
            })
        }.resume()
      }
      #expect(text == "a film")
      #expect(server.registry.exchanges.count == 1)
    }
  }

  @Test func `a request passes to the network only where it names another server`() async throws {
    let real = try LoopbackServer { request in
      .text(
        "real \(request.target)",
        headers: [
          "X-Real: 1", "Set-Cookie: a=1,2; Expires=Wed, 01 Jan 2031 00:00:00 GMT", "Set-Cookie: b=",
        ])
    }
    try await withStubs(unmatched: .passThrough) { registry in
      let server = try registry.serve()
      let address = real.url("/x")
      let proxied = try await Curl.asking(address, environment: server.proxyEnvironment)
      #expect(proxied.body == "real /x")
      #expect(proxied.field("X-Real") == "1")
      let cookies = "Set-Cookie: a=1,2; Expires=Wed, 01 Jan 2031 00:00:00 GMT\r\nSet-Cookie: b="
      #expect(proxied.head.contains(cookies))
      #expect(try await Curl.asking(server.url(for: address).absoluteString).body == "real /x")
      let own = try await Curl.asking("--data", "a", server.url(for: "/x").absoluteString)
      #expect(own.status == 501)
      #expect(
        own.body.contains(
          "\nNothing goes to the network from a stub server's own address (.passThrough).\n"
        ))
      #expect(!own.body.contains("curl"))
      stub(condition: isPath("/loop"), response: .passThrough)
      let loop = try await Curl.asking(server.url(for: "/loop").absoluteString)
      #expect(loop.status == 500)
      #expect(loop.body == "The stub server cannot pass a request on to itself.\n")
    }
  }

  @Test func `a conversation with the server itself replays without host and port`() async throws {
    let folder = TemporaryFolder()
    let file = folder.url.appendingPathComponent("conversation.har")
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/users"), response: .text("found"))
      _ = try await Curl.asking(server.url(for: "/users").absoluteString)
      try server.registry.conversation.har().write(to: file)
      let replay = StubRegistry()
      try replay.stub(har: file, matching: [.method, .path, .query])
      let other = try replay.serve()
      defer { other.stop() }
      #expect(other.port != server.port)
      #expect(try await Curl.asking(other.url(for: "/users").absoluteString).body == "found")
    }
  }

  @Test func `what is asked of a server within a recording is recorded and replayed`()
    async throws
  {
    let folder = TemporaryFolder()
    let real = try LoopbackServer { request in
      request.method == "HEAD" ? LoopbackServer.Response() : .text("real \(request.target)")
    }
    // The client of a short answer may be done, and its recording over, before the network is.
    for number in 1...30 {
      let file = folder.url.appendingPathComponent("\(number).har")
      for mode in [RecordingMode.once, .never] {
        let answers = try await withRecording(to: file, mode: mode) { _ in
          let server = try serveStubs()
          var head = URLRequest(url: server.url(for: real.url("/head")))
          head.httpMethod = "HEAD"
          let (_, answer) = try await URLSession.shared.data(for: head)
          let (film, _) = try await URLSession.shared.data(from: server.url(for: real.url("/film")))
          return
            "\((answer as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: film, as: UTF8.self))"
        }
        #expect(answers == "200 real /film")
      }
    }
  }

  @Test(arguments: [UnmatchedPolicy.passThrough, .fail])
  func `a recording says that the server around it asks for the scope there`(
    _ unmatched: UnmatchedPolicy
  ) async throws {
    let folder = TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.har")
    let real = try LoopbackServer { _ in .text("real") }
    try await Told.withScope { registry, told in
      registry.unmatched = unmatched
      registry.logLimit = LogLimit(exchanges: 1)
      registry.stub(condition: isPath("/stubbed"), response: .text("stubbed"))
      let server = try registry.serve()
      for path in ["/stubbed", "/film"] {
        try await withRecording(to: file) { _ in
          _ = try await URLSession.shared.data(from: server.url(for: real.url(path)))
        }
      }
      let nothing = "\(file.path): nothing is recorded, and there still is no file: "
      #expect(
        told.texts.filter { $0.hasPrefix(file.path) } == [
          nothing + "no request of this scope went to the network.",
          nothing
            + "requests came only to the scope around the recording; start the stub server, or "
            + "make the session, within the recording.",
        ])
    }
  }

  @Test(Command.isInstalled("python3"))
  func `Python's own client is answered`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isHost("api.shop.com") && isMethod(.post), response: .json(["ok": true]))
      let script = """
        import json, urllib.request
        request = urllib.request.Request("http://api.shop.com/pay", data=b"{}")
        print(json.load(urllib.request.urlopen(request))["ok"])
        """
      let result = try await Command.run(
        "python3", ["-c", script], environment: server.proxyEnvironment)
      #expect(result.output == "True\n")
    }
  }
}

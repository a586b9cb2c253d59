import Foundation
import StubKit
import StubKitExploring
import Testing

@testable import StubKitServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(Command.isInstalled("curl"))
struct `A server begins and ends` {
  private func exitCode(_ url: URL) async throws -> Int32 {
    try await Curl.asking(url.absoluteString).exitCode
  }

  @Test func `a server ends with its scope`() async throws {
    let urls = try await withStubServer { (server: StubServer) async throws -> [URL] in
      let urls = [server.url(for: "/x"), server.url(for: "https://a.com/x")]
      for url in urls { #expect(try await exitCode(url) == 0) }
      return urls
    }
    for url in urls { #expect(try await exitCode(url) == 7) }
  }

  @Test func `a synchronous scope has a server, too`() throws {
    let server = try withStubServer { server in
      stub(condition: isPath("/x"), response: .text("x"))
      let data = try Data(contentsOf: server.url(for: "/x"))
      #expect(data == Data("x".utf8))
      return server
    }
    #expect(throws: (any Error).self) { try Data(contentsOf: server.url(for: "/x")) }
  }

  @Test func `a scope with a server keeps its checks when its registry is reset`() async throws {
    struct Nothing: ExchangeCheck {}
    try await withStubServer(checking: Nothing()) { (server: StubServer) async throws in
      server.registry.reset()
      #expect(server.registry.checks.count == 1)
    }
    try withStubServer(checking: Nothing()) { server in
      server.registry.reset()
      #expect(server.registry.checks.count == 1)
    }
  }

  @Test func `a server ends with a reset`() async throws {
    let registry = StubRegistry()
    let url = try registry.serve().url(for: "/x")
    #expect(try await exitCode(url) == 0)
    registry.reset()
    #expect(try await exitCode(url) == 7)
  }

  @Test
  func `a request that comes while the registry is reset is none of what follows`() async throws {
    let left = try await onThread {
      try (0..<50).map { _ in
        let registry = StubRegistry()
        registry.stub(condition: isPath("/x"), response: .text("x"))
        let server = try registry.serve()
        nonisolated(unsafe) let client = try RawClient(to: UInt16(server.port))
        let hasGone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          while client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n") {}
          hasGone.signal()
        }
        while registry.exchanges.count < 3 { sched_yield() }
        registry.reset()
        let left = registry.exchanges.count
        hasGone.wait()
        return left + registry.exchanges.count
      }
    }
    #expect(left == Array(repeating: 0, count: 50))
  }

  @Test func `a server runs though nobody keeps it`() async throws {
    let url: URL
    do {
      let registry = StubRegistry()
      registry.stub(condition: isPath("/x"), response: .text("still there"))
      url = try registry.serve().url(for: "/x")
    }
    #expect(try await Curl.asking(url.absoluteString).body == "still there")
  }

  @Test func `stop may come twice, from a closure, and from several threads`() async throws {
    try await Told.by { (server: StubServer, told: Told) async throws in
      server.registry.stub(condition: isPath("/stop")) { _ in
        server.stop()
        return .text("")
      }
      #expect(try await exitCode(server.url(for: "/stop")) != 0)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { server.stop() } }
      }
      #expect(try await exitCode(server.url(for: "/x")) == 7)
      #expect(server.url(for: "https://late.com/x").port == server.port)
      #expect(
        await told.issue("Nobody answers") == """
          The stub server has been stopped: ask for its addresses while it runs. Nobody answers for \
          https://late.com.
          """)
    }
  }

  @Test(arguments: [
    StubResponse.hang, .text("x").delayed(by: .seconds(600)),
    .text(String(repeating: "x", count: 1000)).throttled(bytesPerSecond: 1),
  ])
  func `a client that waits loses its connection when the server stops`(
    response: StubResponse
  ) async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/x"), response: response)
      let client = Task { try await Curl.asking("\(server.url)/x").exitCode }
      await until { !server.registry.exchanges.isEmpty }
      server.stop()
      #expect(try await client.value != 0)
      #expect(server.registry.exchanges.map(\.outcome) == [.cancelled])
    }
  }

  @Test func `a port that is taken is said to be`() throws {
    try withStubServer { server in
      let error = #expect(throws: StubServerError.self) {
        try server.registry.serve(port: server.port)
      }
      #expect(
        error?.description
          == "Port \(server.port) is taken by another server. Leave the port out, and the system chooses "
          + "a free one.")
      #expect(throws: StubServerError.self) { try server.registry.serve(port: 70_000) }
      server.stop()
      let again = try server.registry.serve(port: server.port)
      #expect(again.port == server.port)
    }
  }

  @Test(arguments: [-1, 0, 100, 199, 204, 205, 304, 1000])
  func `a status that cannot answer is refused`(status: Int) throws {
    let error = #expect(throws: StubServerError.self) {
      try StubRegistry().serve(unmatchedStatus: status)
    }
    #expect(
      error?.description
        == "\(status) cannot answer a request that no stub matches: `unmatchedStatus:` is a number from "
        + "200 to 999 whose answer has a body, so not 204, 205 or 304.")
  }

  @Test func `a limit of bodies is no negative number`() throws {
    let error = #expect(throws: StubServerError.self) { try StubRegistry().serve(bodyLimit: -1) }
    #expect(
      error?.description
        == "-1 is not a valid `bodyLimit:`, which is a number of bytes from 0 on.")
    try StubRegistry().serve(bodyLimit: 0).stop()
  }

  @Test func `a server cannot be started in an exploration`() async throws {
    await #expect(throws: (any Error).self) {
      try await withEveryOrder { registry in
        #expect(throws: StubServerError.self) { try registry.serve() }
        throw CancellationError()
      }
    }
  }

  @Test func `a server cannot be started when the scope is over`() async throws {
    let registry = withStubs { $0 }
    #expect(throws: StubServerError.self) { try registry.serve() }
  }

  @Test func `a second server of a registry answers from the same stubs`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/x"), response: .text("x"))
      let second = try serveStubs()
      #expect(second.port != server.port)
      server.stop()
      #expect(try await Curl.asking("\(second.url)/x").body == "x")
    }
  }

  @Test func `the page needs its token and a loopback host`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      let page = try await Curl.asking(server.page.absoluteString)
      #expect(page.status == 200)
      #expect(page.field("Content-Type")?.hasPrefix("text/html") == true)
      #expect(try await Curl.asking("\(server.page)x").status == 404)
      #expect(
        try await Curl.asking("-H", "Host: evil.com", server.page.absoluteString).status == 404)
      #expect(server.registry.exchanges.isEmpty)
    }
  }

  @Test func `only the loopback interface is served`() async throws {
    let addresses = Host.current().addresses.filter { !$0.hasPrefix("127.") && !$0.contains(":") }
    try await withStubServer { (server: StubServer) async throws in
      for address in addresses {
        let answer = try await Curl.asking(
          "--connect-timeout", "2", "http://\(address):\(server.port)/")
        #expect(answer.exitCode == 7)
      }
    }
  }
}

@Suite(Command.isInstalled("curl"))
struct `Requests that are none` {
  @Test func `each refusal is told`() async throws {
    try await Told.by(bodyLimit: 1000) { (server: StubServer, told: Told) async throws in
      let url = server.url(for: "/x").absoluteString
      let large = String(repeating: "x", count: 2000)
      let answer = try await Curl.asking("-d", large, url)
      #expect(answer.status == 413)
      _ = await told.issue("The body of the request")
      let head = try await Curl.asking("-H", "X: " + String(repeating: "x", count: 70_000), url)
      #expect(head.status == 431)
      _ = await told.issue("The head of the request is longer")
      #expect(try await Curl.asking("--http2-prior-knowledge", url).exitCode != 0)
      _ = await told.issue("HTTP/1.1")
      #expect(server.registry.exchanges.isEmpty)
    }
  }

  @Test func `a body over the limit is answered while the client still sends it`() async throws {
    try await Told.by(bodyLimit: 1000) { (server: StubServer, told: Told) async throws in
      let body = Data(count: 8 << 20)
      var request = URLRequest(url: server.url(for: "/x"))
      request.httpMethod = "POST"
      request.httpBody = body
      let (_, response) = try await URLSession(configuration: .patient).data(for: request)
      #expect((response as? HTTPURLResponse)?.statusCode == 413)
      _ = await told.issue("The body of the request")
    }
  }

  @Test(arguments: ["Expect:", "Expect: 100-continue", "Transfer-Encoding: chunked"])
  func `curl hears that 80 MB are too much`(field: String) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try FileHandle(forWritingTo: file).truncate(atOffset: 80 << 20)
    try await Told.by { (server: StubServer, told: Told) async throws in
      let answer = try await Curl.asking(
        "-H", field, "-T", file.path, server.url(for: "/x").absoluteString)
      #expect(answer.status == 413)
      #expect(answer.body.contains("larger than 67108864 bytes"))
      _ = await told.issue("The body of the request")
    }
  }
}

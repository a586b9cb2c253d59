import Foundation
import StubKit
import Testing

@testable import StubKitServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(Command.isInstalled("curl"))
struct `Whom a request is for` {
  private func asked(_ registry: StubRegistry) -> [String] {
    registry.exchanges.map { $0.request.url?.absoluteString ?? "" }
  }

  @Test func `the port of an origin stands for it`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(
        condition: isScheme("https") && isHost("api.shop.com") && isPort(443) && isPath("/basket"),
        response: .json(["items": []]))
      let answer = try await Curl.asking("\(server.url(for: "https://api.shop.com"))/basket?a=b")
      #expect(answer.status == 200)
      #expect(answer.body == #"{"items":[]}"#)
      #expect(asked(server.registry) == ["https://api.shop.com/basket?a=b"])
    }
  }

  @Test(arguments: [UnmatchedPolicy?.none, .fail, .passThrough], [false, true])
  func `a session asks a server of its process over the network, and it is logged once`(
    policy: UnmatchedPolicy?, hasStub: Bool
  ) async throws {
    let registry = StubRegistry()
    let server = try registry.serve()
    defer { server.stop() }
    registry.stub(condition: isPath("/x"), response: .text("served"))
    try await withStubs(unmatched: policy) { (scope: StubRegistry) async throws in
      if hasStub {
        scope.stub(condition: isPath("/x"), expected: .never, response: .text("in the process"))
      }
      let session = URLSession(configuration: .patient)
      defer { session.finishTasksAndInvalidate() }
      let (data, _) = try await session.data(from: server.url(for: "/x"))
      #expect(String(decoding: data, as: UTF8.self) == "served")
      #expect(scope.exchanges.isEmpty)
      #expect(registry.exchanges.count == 1)
    }
  }

  @Test func `the same origin always gets the same port`() throws {
    try withStubServer { server in
      let port = server.url(for: "https://api.shop.com").port
      #expect(server.url(for: "https://api.shop.com:443/x").port == port)
      #expect(server.url(for: "HTTPS://API.shop.com/x").port == port)
      #expect(server.url(for: "http://api.shop.com").port != port)
      #expect(server.url(for: "https://api.shop.com:8443").port != port)
      #expect(port != server.port)
      let film = try #require(URL(string: "https://shop.com/films/1.mov?from=2#t"))
      let port2 = server.url(for: "https://shop.com").port ?? 0
      #expect(
        server.url(for: film).absoluteString == "http://127.0.0.1:\(port2)/films/1.mov?from=2#t")
    }
  }

  @Test func `a path is one of the server itself`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)")
      #expect(server.url(for: "/users?page=2").absoluteString == "\(server.url)/users?page=2")
      #expect(server.url(for: server.url(for: "/users")) == server.url(for: "/users"))
      stub(condition: isPath("/users"), response: .text("Ada"))
      for host in ["127.0.0.1", "localhost"] {
        #expect(try await Curl.asking("http://\(host):\(server.port)/users").body == "Ada")
      }
      #expect(asked(server.registry) == Array(repeating: "\(server.url)/users", count: 2))
    }
  }

  @Test func `a proxy is asked for the address that is named`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isHost("api.shop.com") && isScheme("http"), response: .text("proxied"))
      let answer = try await Curl.asking(
        "http://api.shop.com:8080/a?b", environment: server.proxyEnvironment)
      #expect(answer.body == "proxied")
      #expect(asked(server.registry) == ["http://api.shop.com:8080/a?b"])
      #expect(server.proxyEnvironment["PATH"] == ProcessInfo.processInfo.environment["PATH"])
    }
  }

  @Test(arguments: ["api.shop.com", "api.shop.com.localhost", "API.shop.com"])
  func `the server's own port is asked for another host`(host: String) async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isHost("api.shop.com") && isPath("/x"), response: .text("found"))
      let answer = try await Curl.asking(
        "--resolve", "\(host):\(server.port):127.0.0.1", "http://\(host):\(server.port)/x")
      #expect(answer.body == "found")
      #expect(
        try await Curl.asking("-H", "Host: \(host)", server.url(for: "/x").absoluteString).body
          == "found")
      #expect(asked(server.registry) == ["http://api.shop.com/x", "http://api.shop.com/x"])
    }
  }

  @Test func `a path that begins with two slashes stays as it is on its way by a proxy`() throws {
    try withStubServer { server in
      let origin = server.url(for: "https://api.shop.com/")
      let client = try RawClient(to: UInt16(server.port))
      client.send("GET \(origin)/users?id=7 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      _ = try client.readToEnd()
      #expect(asked(server.registry) == ["https://api.shop.com//users?id=7"])
    }
  }

  @Test func `a proxy is asked for one of its own ports`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(
        condition: isGET("https://api.shop.com/x") && containsQuery(["y": "1"]),
        response: .redirect(to: try #require(URL(string: "https://auth.shop.com/in"))))
      stub(condition: isGET("https://auth.shop.com/in"), response: .text("in"))
      let answer = try await Curl.asking(
        "--location", server.url(for: "https://api.shop.com/x?y=1").absoluteString,
        environment: server.proxyEnvironment)
      #expect(answer.body.hasSuffix("in"))
    }
  }

  @Test func `a whole address of the server is asked of the port that it names`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: anyRequest(), response: .text(""))
      let shop = server.url(for: "https://api.shop.com")
      for (target, port) in [
        ("\(shop)/v2?a=b", shop.port), ("http://localhost:\(server.port)/users", server.port),
        ("http://0.0.0.0:\(server.port)/zero", server.port),
        ("HTTP://LOCALHOST:\(server.port)", shop.port), (server.page.absoluteString, server.port),
      ] {
        let client = try RawClient(to: UInt16(port ?? 0))
        client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.read(through: "\r\n").hasPrefix("HTTP/1.1 200 "))
      }
      #expect(
        asked(server.registry)
          == [
            "https://api.shop.com/v2?a=b", "\(server.url)/users", "\(server.url)/zero",
            "\(server.url)/",
          ])
    }
  }

  @Test(arguments: ["ftp://api.shop.com/x", "http://"])
  func `an address that is none is refused, and the test is told`(target: String) async throws {
    try await Told.by { (server: StubServer, told: Told) async throws in
      let client = try RawClient(to: UInt16(server.port))
      client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.read(through: "\r\n").hasPrefix("HTTP/1.1 400 "))
      _ = await told.issue("The target is no address")
    }
  }

  @Test(arguments: [
    ("/s?filter[name]=a%20b", "/s?filter%5Bname%5D=a%20b"),
    ("/a%2Fb|c/\u{E4}%20d?x=\"%22\"#^%23", "/a%2Fb%7Cc/%C3%A4%20d?x=%22%22%22#%5E%23"),
    ("/100%/%2?q=50%&r=%zz%41", "/100%25/%252?q=50%25&r=%25zz%41"),
    ("/plain/%C3%A4?a=b%20c#d", "/plain/%C3%A4?a=b%20c#d"),
    ("/x?to=http://[::1]/", "/x?to=http://%5B::1%5D/"),
  ])
  func `escapes stay as they are beside characters that have to be escaped`(
    path: String, asked: String
  ) async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: anyRequest(), response: .text(""))
      for (target, port) in [
        (path, server.url(for: "https://a.com").port), ("http://b.com\(path)", server.port),
        ("http://127.0.0.1:\(server.url(for: "https://c.com").port ?? 0)\(path)", server.port),
      ] {
        let client = try RawClient(to: UInt16(port ?? 0))
        client.send("GET \(target) HTTP/1.1\r\nHost: x.com\r\n\r\n")
        #expect(try client.read(through: "\r\n").hasPrefix("HTTP/1.1 200 "))
      }
      #expect(
        self.asked(server.registry)
          == ["https://a.com", "http://b.com", "https://c.com"].map {
            $0 + asked
          })
      #expect(server.url(for: path).absoluteString == "\(server.url)\(asked)")
      #expect(
        server.url(for: "https://a.com\(path)").absoluteString
          == server.url(for: "https://a.com").absoluteString + asked)
    }
  }

  @Test func `the host of an address keeps its brackets`() throws {
    try withStubServer { server in
      let url = server.url(for: "http://[::1]:\(server.port)/a|%20")
      #expect(url.absoluteString == "http://[::1]:\(server.port)/a%7C%20")
    }
  }

  @Test func `CONNECT is refused with a sentence that says what to do`() async throws {
    try await Told.by { (server: StubServer, told: Told) async throws in
      let answer = try await Curl.asking(
        "https://api.shop.com/", environment: server.proxyEnvironment)
      #expect(answer.exitCode == 56)
      #expect(answer.head.hasPrefix("HTTP/1.1 501 StubKit has no TLS\r\n"))
      let text = await told.issue("by https")
      #expect(
        text == """
          A client wants to ask api.shop.com by https through a stub server
            ✗ StubKit has no TLS, and no certificate that the client would trust.
            → Give the client `server.url(for: "https://api.shop.com")` as its base address, or let it ask by http.
          """)
      #expect(server.registry.exchanges.isEmpty)
    }
  }

  @Test func `a tunnel for http is refused, too`() async throws {
    try await Told.by { (server: StubServer, told: Told) async throws in
      let client = try RawClient(to: UInt16(server.port))
      client.send("CONNECT api.shop.com:80 HTTP/1.1\r\nHost: api.shop.com:80\r\n\r\n")
      #expect(try client.read(through: "\r\n").hasPrefix("HTTP/1.1 501 "))
      let text = await told.issue("wants a tunnel")
      #expect(
        text == """
          A client wants a tunnel to api.shop.com through a stub server
            ✗ In a tunnel nothing can be stubbed.
            → Give the client `server.url(for: "http://api.shop.com")` as its base address, and no proxy.
          """)
    }
  }

  @Test func `TLS to a plain port ends, and the test is told`() async throws {
    try await Told.by { (server: StubServer, told: Told) async throws in
      let answer = try await Curl.asking("--insecure", "https://127.0.0.1:\(server.port)/")
      #expect(answer.exitCode == 35)
      _ = await told.issue("A client speaks TLS to a stub server")
    }
  }

  @Test func `an address that is none is told`() async throws {
    try await Told.by { (server: StubServer, told: Told) async throws in
      #expect(server.url(for: "ftp://shop.com/x") == server.url)
      _ = await told.issue(#"server.url(for: "ftp://shop.com/x")"#)
      for address in ["api.shop.com", "localhost:3000/x", "//api.shop.com/x", ""] {
        #expect(server.url(for: address) == server.url)
        _ = await told.issue("server.url(for: \"\(address)\") is given no address")
      }
      #expect(server.url(for: "?page=2").absoluteString == "\(server.url)?page=2")
      #expect(
        await told.issue("api.shop.com\") is") == """
          server.url(for: "api.shop.com") is given no address of an http or https server. \
          Write "https://api.shop.com" for a server, or "/api.shop.com" for a path of this one.
          """)
    }
  }

  @Test func `verify() has what a server could not answer as soon as its client is told`() throws {
    let (registry, told) = (StubRegistry(), DispatchSemaphore(value: 0))
    registry.reportIssues(
      to: IssueReporter { _ in
        told.wait()
        return .nobody
      })
    let server = try registry.serve()
    defer { server.stop() }
    let client = try RawClient(to: UInt16(server.port))
    client.send("CONNECT api.shop.com:443 HTTP/1.1\r\nHost: api.shop.com:443\r\n\r\n")
    #expect(try client.read(through: "\r\n").hasPrefix("HTTP/1.1 501 "))
    let error = #expect(throws: StubVerificationError.self) { try registry.verify() }
    told.signal()
    #expect(
      error?.description.hasPrefix(
        "1 problem:\n\nA client wants to ask api.shop.com by https through a stub server") == true)
  }

  @Test func `an upgrade is answered by a stub, and reported where none matches`() async throws {
    try await Told.by { (server: StubServer, told: Told) async throws in
      server.registry.stub(condition: isPath("/x"), response: .text("plain"))
      let upgrade = ["-H", "Connection: Upgrade", "-H", "Upgrade: websocket"]
      let path = server.url(for: "/x").absoluteString
      #expect(try await Curl.asking(upgrade + [path]).body == "plain")
      let answer = try await Curl.asking(upgrade + [path + "y"])
      #expect(answer.status == 501)
      #expect(answer.body.contains("Sockets cannot be stubbed"))
      let http2 = try await Curl.asking("--http2", path + "y")
      #expect(http2.status == 501)
      #expect(!http2.body.contains("Sockets cannot be stubbed"))
    }
  }

  @Test func `fields of the connection are not shown to stubs`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: anyRequest(), response: .text(""))
      _ = try await Curl.asking(
        "-H", "X-Own: 1", "-H", "Connection: X-Own, keep-alive", "-d", "a=b",
        "\(server.url(for: "https://a.com"))")
      let request = try #require(server.registry.exchanges.first?.request)
      #expect(request.body == Data("a=b".utf8))
      for name in ["Host", "X-Own", "Connection", "Content-Length", "Transfer-Encoding", "Expect"] {
        #expect(request.headers[name] == nil, "\(name)")
      }
      #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    }
  }
}

@Suite(Command.isInstalled("curl"))
struct `An answer told in terms of here` {
  @Test func `an absolute redirect leads to a port of the server`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      let target = try #require(URL(string: "https://auth.shop.com/login?next=%2F"))
      stub(condition: isHost("api.shop.com"), response: .redirect(to: target))
      stub(condition: isHost("auth.shop.com") && isPath("/login"), response: .text("log in"))
      let answer = try await Curl.asking(
        "--location", "\(server.url(for: "https://api.shop.com"))/x")
      #expect(answer.body.hasSuffix("log in"))
      #expect(
        server.registry.exchanges.map { $0.request.url?.absoluteString } == [
          "https://api.shop.com/x", "https://auth.shop.com/login?next=%2F",
        ])
    }
  }

  @Test func `a redirect without a scheme has that of its origin`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(
        condition: isHost("api.shop.com"),
        response: .status(302, headers: ["Location": "//cdn.shop.com/film"]))
      stub(condition: isGET("https://cdn.shop.com/film"), response: .text("a film"))
      let url = server.url(for: "https://api.shop.com/x").absoluteString
      #expect(try await Curl.asking("--location", url).body.hasSuffix("a film"))
    }
  }

  @Test func `a redirect keeps its escapes`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(
        condition: isHost("api.shop.com"),
        response: .status(302, headers: ["Location": "https://cdn.shop.com/a%20b?f[x]=%26"]))
      let cdn = server.url(for: "https://cdn.shop.com").absoluteString
      let url = server.url(for: "https://api.shop.com/x").absoluteString
      #expect(try await Curl.asking(url).field("Location") == "\(cdn)/a%20b?f%5Bx%5D=%26")
    }
  }

  @Test func `a relative redirect stays as it is`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(
        condition: isPath("/a"), response: .status(302, headers: ["Location": "/b?c"]))
      stub(condition: isHost("api.shop.com") && isPath("/b"), response: .text("b"))
      let url = server.url(for: "https://api.shop.com/a").absoluteString
      #expect(try await Curl.asking(url).field("Location") == "/b?c")
      #expect(try await Curl.asking("--location", url).body.hasSuffix("b"))
    }
  }

  @Test func `links lead to ports of the server, and other texts stay`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(
        condition: isHost("api.shop.com"),
        response: .status(
          200,
          headers: [
            "Content-Location": "https://api.shop.com/x.json",
            "Link": """
            <https://api.shop.com/x?page=2>; rel="next"; title="\\"<https://a.test/>", \
            <//cdn.shop.com/a,b>;rel=prev, </x>; rel=first, <mailto:a@b.test>; rel=author
            """,
          ]))
      let shop = server.url(for: "https://api.shop.com").absoluteString
      let answer = try await Curl.asking("\(shop)/x")
      let cdn = server.url(for: "https://cdn.shop.com").absoluteString
      #expect(answer.field("Content-Location") == "\(shop)/x.json")
      #expect(
        answer.field("Link") == """
          <\(shop)/x?page=2>; rel="next"; title="\\"<https://a.test/>", \
          <\(cdn)/a,b>;rel=prev, </x>; rel=first, <mailto:a@b.test>; rel=author
          """)
    }
  }

  @Test func `a cookie keeps its name, whatever that is`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(
        condition: isPath("/in"),
        response: .status(204, headers: ["Set-Cookie": "secure=7; Partitioned; SameSite=Lax"]))
      let answer = try await Curl.asking(server.url(for: "https://api.shop.com/in").absoluteString)
      #expect(answer.field("Set-Cookie") == "secure=7; SameSite=Lax")
    }
  }

  @Test func `a cookie belongs to this host`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(
        condition: isPath("/in"),
        response: .status(
          204,
          headers: ["Set-Cookie": "id=7; Domain=shop.com; Path=/; Secure; HttpOnly; SameSite=None"])
      )
      let answer = try await Curl.asking(server.url(for: "https://api.shop.com/in").absoluteString)
      #expect(answer.field("Set-Cookie") == "id=7; Path=/; HttpOnly")
      let proxied = try await Curl.asking(
        "http://api.shop.com/in", environment: server.proxyEnvironment)
      #expect(proxied.field("Set-Cookie")?.contains("Domain=shop.com") == true)
    }
  }
}

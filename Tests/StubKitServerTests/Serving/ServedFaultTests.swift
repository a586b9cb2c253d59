import Foundation
import StubKit
import StubKitServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A fault of a stub, and what clients see of it on a new connection.
struct ServedFault: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let response: StubResponse
  let curl: Int32
  let session: URLError.Code?

  static let all: [ServedFault] = [
    .init("lost", .failure(.networkConnectionLost), 56, .networkConnectionLost),
    .init("dropped", .text("0123456789").dropping(afterBytes: 4), 56, .networkConnectionLost),
    .init("bad response", .failure(.badServerResponse), 52, .badServerResponse),
    .init("no byte", .failure(.zeroByteResource), 52, .badServerResponse),
    .init("not parseable", .failure(.cannotParseResponse), 1, .unsupportedURL),
    .init("no host", .failure(.cannotFindHost), 56, .networkConnectionLost),
    .init("TLS", .failure(.secureConnectionFailed), 56, .networkConnectionLost),
    .init("truncated", .text("0123456789").truncated(afterBytes: 4), 0, nil),
  ]

  private init(
    _ name: String, _ response: StubResponse, _ curl: Int32, _ session: URLError.Code?
  ) {
    (testDescription, self.response, self.curl, self.session) = (name, response, curl, session)
  }
}

@Suite(Command.isInstalled("curl"))
struct `Faults on a socket` {
  @Test(arguments: ServedFault.all)
  func `a client sees the fault that the stub says`(fault: ServedFault) async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/x"), response: fault.response)
      let url = server.url(for: "/x")
      #expect(try await Curl.asking(url.absoluteString).exitCode == fault.curl)
      let session = URLSession(configuration: .patient)
      defer { session.finishTasksAndInvalidate() }
      #expect(await error(of: session, url)?.code == fault.session)
    }
  }

  private func error(of session: URLSession, _ url: URL) async -> URLError? {
    do {
      _ = try await session.data(from: url)
      return nil
    } catch {
      return error as? URLError
    }
  }

  @Test func `a drop comes after exactly so many bytes`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/x"), response: .text("0123456789").dropping(afterBytes: 4))
      for _ in 0..<20 {
        let answer = try await Curl.asking(server.url(for: "/x").absoluteString)
        #expect(answer.exitCode == 56)
        #expect(answer.body == "0123")
        #expect(answer.field("Content-Length") == "10")
      }
    }
  }

  @Test func `a truncated body looks complete`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/x"), response: .text("0123456789").truncated(afterBytes: 4))
      let answer = try await Curl.asking(server.url(for: "/x").absoluteString)
      #expect(answer.field("Content-Length") == "4")
      #expect(answer.body == "0123")
    }
  }

  @Test(arguments: [StubResponse.hang, .failure(.timedOut)])
  func `silence lasts until the client has no more patience`(response: StubResponse) async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/x"), response: response)
      let answer = try await Curl.asking("--max-time", "0.3", server.url(for: "/x").absoluteString)
      #expect(answer.exitCode == 28)
      #expect(server.registry.exchanges.count == 1)
    }
  }

  @Test(arguments: [
    StubResponse.failure(.networkConnectionLost), .failure(.badServerResponse),
    .failure(.cannotParseResponse),
  ])
  func `no retry hides a fault of a used connection`(failure: StubResponse) async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/first"), response: .text("1"))
      let pay = stub(condition: isPath("/pay"), response: .sequence(failure, .json(["ok": true])))
      let answer = try await Curl.asking(
        "\(server.url)/first", "--next", "--silent", "--include", "\(server.url)/pay")
      #expect(answer.exitCode != 0)
      #expect(!answer.body.contains("ok"))
      #expect(pay.requests.count == 1)
      let session = URLSession(configuration: .patient)
      defer { session.finishTasksAndInvalidate() }
      pay.remove()
      let again = stub(
        condition: isPath("/pay"), response: .sequence(failure, .json(["ok": true])))
      _ = try await session.data(from: server.url(for: "/first"))
      #expect(await error(of: session, server.url(for: "/pay")) != nil)
      #expect(again.requests.count == 1)
    }
  }

  @Test func `a server that is down refuses, and comes back on the same port`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/x"), response: .text("up"))
      let urls = [server.url(for: "/x"), server.url(for: "https://api.shop.com/x")]
      server.isReachable = false
      #expect(!server.isReachable)
      let session = URLSession(configuration: .patient)
      defer { session.finishTasksAndInvalidate() }
      for url in urls {
        #expect(try await Curl.asking(url.absoluteString).exitCode == 7)
        #expect(await error(of: session, url)?.code == .cannotConnectToHost)
      }
      let opened = server.url(for: "https://new.shop.com/x")
      #expect(try await Curl.asking(opened.absoluteString).exitCode == 7)
      server.isReachable = true
      for url in urls + [opened] {
        #expect(try await Curl.asking(url.absoluteString).body == "up")
      }
    }
  }

  @Test func `a registry that is offline refuses connections`() async throws {
    try await withStubServer(network: .offline) { (server: StubServer) async throws in
      stub(condition: isPath("/x"), response: .text("up"))
      let url = server.url(for: "/x").absoluteString
      #expect(try await Curl.asking(url).exitCode == 7)
      server.registry.network = nil
      #expect(try await Curl.asking(url).body == "up")
      server.registry.network = .offline
      #expect(try await Curl.asking(url).exitCode == 7)
      server.isReachable = true
      #expect(try await Curl.asking(url).exitCode == 7)
    }
  }

  @Test func `of several threads that set the network, the last one counts`() throws {
    try withStubServer { server in
      for round in 0..<60 {
        let group = DispatchGroup()
        for number in 0..<5 {
          group.enter()
          BlockingWork.perform {
            // To open a port takes so long that the others come in any order.
            if number == 0 { _ = server.url(for: "https://\(round).com") }
            if number > 0 { server.registry.network = number % 2 == 0 ? .offline : nil }
            group.leave()
          }
        }
        group.wait()
        let isOpen = (try? RawClient(to: UInt16(server.port))) != nil
        #expect(isOpen == (server.registry.network == nil))
      }
    }
  }

  @Test func `a closure that throws is 500 with its sentence`() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "the till is jammed" }
    try await Told.by { (server: StubServer, told: Told) async throws in
      server.registry.stub(condition: isPath("/x")) { _ -> StubResponse in throw Broken() }
      let answer = try await Curl.asking(server.url(for: "/x").absoluteString)
      #expect(answer.status == 500)
      #expect(answer.field("StubKit-Error") == "true")
      #expect(answer.body == "the till is jammed\n")
      #expect(told.texts.count == 1)
      #expect(told.texts.first?.contains("threw for GET") == true)
      #expect(server.registry.exchanges.map(\.outcome) == [.threw])
    }
  }

  @Test func `a missing fixture is 500 with its sentence`() async throws {
    try await Told.by { (server: StubServer, told: Told) async throws in
      server.registry.stub(
        condition: isPath("/x"), response: .file(URL(filePath: "/nowhere/users.json")))
      let answer = try await Curl.asking(server.url(for: "/x").absoluteString)
      #expect(answer.status == 500)
      #expect(answer.field("StubKit-Error") == "true")
      #expect(answer.body.contains("/nowhere/users.json"))
      #expect(told.texts.first?.hasPrefix("The response of the stub at") == true)
    }
  }

  @Test func `an informational status is no answer on a wire`() async throws {
    try await Told.by { (server: StubServer, told: Told) async throws in
      let line = #line
      server.registry.stub(condition: isPath("/x"), response: .status(103))
      let answer = try await Curl.asking(server.url(for: "/x").absoluteString)
      #expect(answer.status == 500)
      let text =
        "The response of the stub at ServedFaultTests.swift:\(line + 1) has status 103, "
        + "which is no answer on a connection: the client waits for another one. "
        + "Give it a status of 200 or more."
      #expect(answer.body == text + "\n")
      #expect(await told.issue("status 103") == text)
    }
  }

  @Test func `a closure that asks its own server's stub fails, and is told what to write`()
    async throws
  {
    try await Told.by { (server: StubServer, told: Told) async throws in
      let (own, meant) = (server.url, server.url(for: "https://api.test"))
      server.registry.stub(condition: isPath("/own")) { try await $0.perform() }
      server.registry.stub(condition: isPath("/same")) { try await $0.perform(at: own) }
      server.registry.stub(condition: isHost("api.test")) { try await $0.perform(at: meant) }
      let addresses = [own.appending(path: "own"), own.appending(path: "same"), meant]
      for address in addresses {
        let answer = try await Curl.asking(address.absoluteString)
        #expect(answer.status == 500)
        #expect(
          answer.body.hasSuffix(
            "the closure asks a stub server that asks it, 100 times within each other. "
              + "`request.perform(at:)` asks another server\n"), "\(answer.body)")
      }
    }
  }

  @Test func `a closure may ask another stub of its own server`() async throws {
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/users"), response: .text("own"))
      stub(condition: isHost("api.test")) { try await $0.perform(at: server.url) }
      let address = server.url(for: "https://api.test/users").absoluteString
      #expect(try await Curl.asking(address).body == "own")
    }
  }

  @Test func `an informational status is refused before its body ends`() async throws {
    try await Told.by { (server: StubServer, told: Told) async throws in
      let body = BodyStream()
      server.registry.stub(condition: isPath("/x"), response: .stream(body, status: 103))
      #expect(try await Curl.asking(server.url(for: "/x").absoluteString).status == 500)
      body.finish()
    }
  }

  @Test func `a closure may ask another server of this process`() async throws {
    let other = StubRegistry()
    other.stub(condition: isPath("/x"), response: .text("other"))
    let real = try other.serve().url
    try await withStubServer { (server: StubServer) async throws in
      stub(condition: isPath("/x")) { try await $0.perform(at: real) }
      #expect(try await Curl.asking(server.url(for: "/x").absoluteString).body == "other")
    }
    other.reset()
  }
}

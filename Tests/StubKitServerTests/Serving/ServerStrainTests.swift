import Foundation
import StubKit
import Testing

@testable import StubKitServer

/// Where there is too much of something, or too little: each in a process of its own, whose descriptors,
/// threads and signals a test may count and change.
@Suite
struct `A server under strain` {
  static let request = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"

  /// A registry that answers x, with its server.
  static func server() throws -> StubServer {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/x"), response: .text("x"))
    return try registry.serve()
  }

  static func client(of server: StubServer) throws -> RawClient {
    try RawClient(to: UInt16(server.port))
  }

  static func isAnswered(_ client: RawClient) throws -> Bool {
    try client.send(request) && client.read(through: "\r\n\r\nx").hasSuffix("\r\n\r\nx")
  }

  @Test func `nothing is left of a server that has stopped`() async {
    await #expect(processExitsWith: .success) {
      func serve() throws {
        let server = try Self.server()
        let ports = [server.port, server.url(for: "https://a.com").port, server.page.port]
        let clients = try ports.compactMap(\.self).map { try RawClient(to: UInt16($0)) }
        for client in clients { #expect(try Self.isAnswered(client)) }
        #if os(Linux)
          #expect(try OwnProcess.threads(named: "StubKit.serving") > 0)
        #endif
        server.stop()
        for client in clients {
          #expect(try client.readToEnd() == "")
          client.close()
        }
      }
      let before = OwnProcess.descriptors.count
      for _ in 0..<30 { try serve() }
      // The system opens some for itself, once for all.
      #expect(OwnProcess.descriptors.count < before + 20)
      #if os(Linux)
        try await until { try OwnProcess.threads(named: "StubKit.serving") <= 0 }
      #endif
    }
  }

  @Test func `a thousand clients lose their connections when a server stops`() async {
    await #expect(processExitsWith: .success) {
      try OwnProcess.allowManyDescriptors()
      let server = try Self.server()
      let registry = server.registry
      registry.stub(
        condition: isPath("/late"), response: .text("late").delayed(by: .seconds(3_600)))
      let clients = try (0..<1_000).map { _ in try Self.client(of: server) }
      for client in clients[..<500] { client.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n") }
      for client in clients[500...] { #expect(try Self.isAnswered(client)) }
      await until { registry.exchanges.count >= 1_000 }
      server.stop()
      #expect(registry.exchanges.count { $0.outcome == .cancelled } == 500)
      for client in clients { #expect((try? client.readToEnd()) ?? "" == "") }
      #expect(throws: RawClient.Failure(code: ECONNREFUSED)) { try Self.client(of: server) }
    }
  }

  @Test func `ten thousand connections leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      try OwnProcess.allowManyDescriptors()
      let server = try Self.server()
      #expect(try Self.isAnswered(Self.client(of: server)))
      let before = OwnProcess.descriptors.count
      for _ in 0..<100 {
        let clients = try (0..<100).map { _ in try Self.client(of: server) }
        for client in clients { client.send(Self.request) }
        for client in clients { #expect(try client.read(through: "\r\n\r\nx").hasSuffix("x")) }
        for client in clients { client.close() }
      }
      await until { OwnProcess.descriptors.count <= before }
      #expect(server.registry.exchanges.count { $0.outcome != .finished } == 0)
    }
  }

  @Test func `clients wait while the process has no descriptor for them`() async {
    await #expect(processExitsWith: .success) {
      try await Told.by { (server: StubServer, told: Told) async throws in
        server.registry.stub(condition: isPath("/x"), response: .text("x"))
        let clients = try (0..<40).map { _ in try RawClient() }
        try OwnProcess.allowDescriptors(4)
        for client in clients {
          try client.connect(to: UInt16(server.port))
          client.send(Self.request)
        }
        let sentence = "lets nobody in: this process has as many files and connections open"
        _ = await told.issue(sentence)
        for client in clients {
          #expect(try client.read(through: "\r\n\r\nx").hasSuffix("x"))
          client.close()
        }
        #expect(told.texts.count { $0.contains(sentence) } == 1)
      }
    }
  }

  @Test func `a server that finds no descriptor says so`() async {
    await #expect(processExitsWith: .success) {
      let server = try Self.server()
      // Dispatch opens descriptors for its first timer, and ends a process that has none left.
      let isReady = DispatchSemaphore(value: 0)
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.001) { isReady.signal() }
      isReady.wait()
      for count in 0..<4 {
        try OwnProcess.allowDescriptors(count)
        do {
          try StubRegistry().serve().stop()
        } catch let error as StubServerError {
          #expect(
            error.description
              == "No port could be opened for a stub server: \(String(cString: strerror(EMFILE))).")
        }
      }
      try OwnProcess.allowDescriptors(0)
      #expect(throws: StubServerError.self) { try StubRegistry().serve() }
      try OwnProcess.allowManyDescriptors()
      #expect(try Self.isAnswered(Self.client(of: server)))
    }
  }

  @Test func `slow clients keep nobody waiting, and not for ever`() async {
    await #expect(processExitsWith: .success) {
      let server = try TestServer(limits: RequestLimits(patience: .milliseconds(500))) {
        _, connection, _ in connection.answer("x")
      }
      let slow = try (0..<200).map { _ in try server.client() }
      for client in slow { client.send("GET /x HTTP/1.1\r\nX-Slow: ") }
      let other = try server.client()
      for _ in 0..<50 { #expect(try Self.isAnswered(other)) }
      for client in slow {
        client.send("y")
        #expect(try client.readToEnd().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
      }
      #expect(server.events.refusals.count == 200)
    }
  }

  @Test func `a client that goes in the middle of an answer ends no process`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let server = try Self.server()
      server.registry.stub(
        condition: isPath("/large"), response: .data(Data(repeating: 0x2A, count: 8 << 20)))
      for round in 0..<20 {
        let client = try RawClient(to: UInt16(server.port), receiveBuffer: 4_096)
        client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK"))
        if round.isMultiple(of: 2) { client.reset() } else { client.close() }
      }
      #expect(try Self.isAnswered(Self.client(of: server)))
    }
  }

  #if os(Linux)
    @Test func `a subprocess keeps neither a port nor a connection`() async {
      await #expect(processExitsWith: .success) {
        let server = try Self.server()
        let client = try Self.client(of: server)
        #expect(try Self.isAnswered(client))
        var child = pid_t()
        // Foundation's own way closes what a subprocess is not to have.
        let arguments = [strdup("sleep"), strdup("1000"), nil]
        #expect(posix_spawn(&child, "/bin/sleep", nil, nil, arguments, environ) == 0)
        defer { OwnProcess.end(child) }
        server.stop()
        #expect(try client.readToEnd() == "")
        #expect(try server.registry.serve(port: server.port).port == server.port)
      }
    }

    @Test func `a forked process does not serve, and its copy of the server does no harm`() async {
      await #expect(processExitsWith: .success) {
        let server = try Self.server()
        let stopping = try OwnProcess.fork { server.stop() }
        #expect(OwnProcess.wait(for: stopping) == 0)
        #expect(try Self.isAnswered(Self.client(of: server)))
        let waiting = try OwnProcess.fork { pause() }
        defer { OwnProcess.end(waiting) }
        server.stop()
        #expect(throws: RawClient.Failure(code: ECONNREFUSED)) { try Self.client(of: server) }
      }
    }
  #endif
}

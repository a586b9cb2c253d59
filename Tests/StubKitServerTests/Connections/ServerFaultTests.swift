import Foundation
import StubKit
import Testing

@testable import StubKitServer

struct ServerFaultTests {
  private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  /// Answers `/ok`, and fails every other request.
  private static func server(
    on kind: LoopKind, failing fault: ServerFault
  ) throws -> TestServer {
    try TestServer(on: kind) { request, connection, _ in
      guard request.target == .path("/ok") else { return connection.fail(as: fault) }
      connection.answer("ok")
    }
  }

  private static func use(_ client: RawClient) throws {
    client.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.read(through: "ok").hasSuffix("\r\n\r\nok"))
  }

  @Test(arguments: LoopKind.allCases)
  func `a reset comes before any head`(_ kind: LoopKind) throws {
    let server = try Self.server(on: kind, failing: .reset)
    let client = try server.client()
    client.send(Self.request)
    #expect(throws: RawClient.Failure(code: ECONNRESET)) { try client.readToEnd() }
    #expect(client.received.isEmpty)
  }

  @Test(arguments: LoopKind.allCases)
  func `a reset comes after all that was sent`(_ kind: LoopKind) throws {
    let size = 4 << 20
    let server = try TestServer(on: kind) { _, connection, _ in
      connection.send(status: 200, fields: [:], length: .exactly(2 * size))
      connection.send(Data(repeating: 65, count: size))
      connection.fail(as: .reset)
    }
    let client = try server.client()
    client.send(Self.request)
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(2 * size)\r\n\r\n"
    #expect(try client.read(through: "\r\n\r\n") == head)
    #expect(throws: RawClient.Failure(code: ECONNRESET)) { try client.readToEnd() }
    #expect(client.received.count == size)
  }

  @Test(arguments: LoopKind.allCases)
  func `an end comes without a byte`(_ kind: LoopKind) throws {
    let server = try Self.server(on: kind, failing: .end)
    let client = try server.client()
    client.send(Self.request)
    #expect(try client.readToEnd() == "")
  }

  @Test func `an answer without a head is an end`() throws {
    let server = try TestServer { _, connection, _ in connection.finish() }
    let client = try server.client()
    client.send(Self.request)
    #expect(try client.readToEnd() == "")
  }

  @Test(arguments: LoopKind.allCases)
  func `garbage is no status line`(_ kind: LoopKind) throws {
    let server = try Self.server(on: kind, failing: .garbage)
    let client = try server.client()
    client.send(Self.request)
    #expect(try client.readToEnd() == "This is no status line\r\n\r\n")
  }

  @Test func `garbage in the middle of a body is a reset`() throws {
    let server = try TestServer { _, connection, _ in
      connection.send(status: 200, fields: [:], length: .exactly(2))
      connection.send(Data("a".utf8))
      connection.fail(as: .garbage)
    }
    let client = try server.client()
    client.send(Self.request)
    #expect(throws: RawClient.Failure(code: ECONNRESET)) { try client.readToEnd() }
    #expect(client.received.last == UInt8(ascii: "a"))
  }

  @Test(arguments: LoopKind.allCases)
  func `silence lasts until the client goes`(_ kind: LoopKind) throws {
    let silent = Locked<Connection?>(nil)
    let server = try TestServer(on: kind) { _, connection, _ in
      connection.fail(as: .silence)
      silent.withLock { $0 = connection }
    }
    let client = try server.client()
    client.send(Self.request + Self.request)
    while silent.withLock({ $0 == nil }) { _ = try server.onLoop {} }
    client.isWaiting = false
    #expect(throws: RawClient.Failure(code: EAGAIN)) { try client.readToEnd() }
    #expect(server.events.requests.count == 1)
    client.close()
    let connection = try #require(silent.withLock { $0.take() })
    while try !server.onLoop({ connection.isClosed }) {}
    #expect(!server.events.all.contains(.cancelled))
  }

  @Test(arguments: [ServerFault.reset, .end])
  func `on a used connection something comes first, so that no client asks again`(
    _ fault: ServerFault
  ) throws {
    let server = try Self.server(on: .platform, failing: fault)
    let client = try server.client()
    try Self.use(client)
    client.send(Self.request)
    if fault == .end {
      #expect(try client.readToEnd() == Connection.continuing)
    } else {
      #expect(throws: RawClient.Failure(code: ECONNRESET)) { try client.readToEnd() }
      #expect(client.received == Data(Connection.continuing.utf8))
    }
  }

  @Test func `a client with version 1.0 would take it for the answer`() throws {
    let server = try Self.server(on: .platform, failing: .end)
    let client = try server.client()
    client.send("GET /ok HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(try client.read(through: "\r\n\r\nok").contains("Connection: keep-alive\r\n"))
    client.send("GET / HTTP/1.0\r\n\r\n")
    #expect(try client.readToEnd() == "")
  }

  @Test(arguments: LoopKind.allCases)
  func `a wrong length ends the connection`(_ kind: LoopKind) throws {
    let server = try TestServer(on: kind) { _, connection, _ in
      connection.answer("hello", fields: ["Content-Length": "9"])
    }
    let client = try server.client()
    client.send(Self.request)
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\n"
    #expect(try client.readToEnd() == head + "hello")
  }
}

import Foundation
import StubKit
import Testing

@testable import StubKitServer

struct ListenerTests {
  private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test(arguments: LoopKind.allCases)
  func `a server that is down refuses, and comes back on its port`(_ kind: LoopKind) throws {
    let server = try TestServer(on: kind) { request, connection, _ in
      if request.target == .path("/") { connection.answer("hello") }
    }
    let (idle, waiting) = (try server.client(), try server.client())
    idle.send(Self.request)
    _ = try idle.read(through: "hello")
    waiting.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
    while server.events.requests.count < 2 { _ = try server.onLoop {} }
    for _ in 1...3 {
      server.suspend()
      #expect(throws: RawClient.Failure(code: ECONNREFUSED)) { try server.client() }
      try server.resume()
      let client = try server.client()
      client.send(Self.request)
      #expect(try client.read(through: "hello").hasPrefix("HTTP/1.1 200"))
    }
    #expect(try idle.readToEnd() == "" && waiting.readToEnd() == "")
    #expect(server.events.all.contains(.cancelled))
  }

  @Test(arguments: LoopKind.allCases)
  func `a server that begins while it is down has a port to come up on`(_ kind: LoopKind) throws {
    let server = try TestServer(on: kind, isSuspended: true)
    #expect(throws: RawClient.Failure(code: ECONNREFUSED)) { try server.client() }
    try server.resume()
    let client = try server.client()
    client.send(Self.request)
    #expect(try client.read(through: "hello").hasPrefix("HTTP/1.1 200"))
  }

  @Test(arguments: LoopKind.allCases)
  func `a server that stops while it goes down keeps no port`(_ kind: LoopKind) throws {
    let server = try TestServer(on: kind)
    try server.onLoop { [listener = server.listener] in
      listener.suspend {}
      listener.close()
    }
    server.loop.stop()
    #expect(server.listener.reserved.isEmpty)
  }

  #if os(Linux)
    @Test(arguments: LoopKind.allCases)
    func `a server that goes down leaves its port to nobody`(_ kind: LoopKind) throws {
      let server = try TestServer(on: kind)
      let isHeld = try server.onLoop { [listener = server.listener] in
        listener.suspend {}
        return !listener.reserved.isEmpty
      }
      #expect(isHeld)
      try server.resume()
      _ = try server.client()
    }
  #endif

  @Test(arguments: [true, false])
  func `the port of a server that has stopped is free`(_ isSuspended: Bool) throws {
    let server = try TestServer()
    if isSuspended { server.suspend() }
    server.stop()
    let other = try TestServer(port: server.port)
    #expect(other.port == server.port)
  }

  @Test func `a port that is taken is an error that says so`() throws {
    let server = try TestServer()
    #expect(throws: POSIXError(.EADDRINUSE)) { try TestServer(port: server.port) }
  }

  @Test func `a port that another program has on the loopback of IPv6 alone is taken, too`() throws
  {
    // Some machines, such as containers, have no IPv6.
    guard let other = try? Socket.reserve(0, .v6) else { return }
    defer { Socket.close(other.socket) }
    try Socket.startListening(other.socket)
    #expect(throws: POSIXError(.EADDRINUSE)) { try TestServer(port: other.port) }
  }

  @Test(arguments: LoopKind.allCases)
  func `a server that has stopped neither goes down nor comes back`(_ kind: LoopKind) throws {
    let server = try TestServer(on: kind)
    try server.onLoop { [listener = server.listener] in
      listener.close()
      listener.suspend {}
      try listener.resume()
    }
    #expect(throws: RawClient.Failure(code: ECONNREFUSED)) { try server.client() }
    server.loop.stop()
    #expect(try TestServer(port: server.port).port == server.port)
  }

  @Test func `the loopback of IPv6 is served on the same port`() throws {
    let server = try TestServer()
    let client: RawClient
    do {
      client = try RawClient(to: server.port, .v6)
    } catch let failure as RawClient.Failure
      where failure.code == EADDRNOTAVAIL || failure.code == EAFNOSUPPORT
    {
      // There is no IPv6 here.
      return
    }
    client.send(Self.request)
    #expect(try client.read(through: "hello").hasPrefix("HTTP/1.1 200"))
  }

  @Test(arguments: LoopKind.allCases)
  func `stopping ends all connections, and refuses from then on`(_ kind: LoopKind) throws {
    let server = try TestServer(on: kind) { request, connection, _ in
      if request.target == .path("/") { connection.answer("hello") }
    }
    // No more: tests beside this one run programs, and where a process has some 1,300 descriptors open,
    // Foundation's `Process` reads beyond its buffer, which the address sanitizer reports.
    let clients = try (0..<100).map { _ in try server.client() }
    for (number, client) in clients.enumerated() {
      client.send(number % 2 == 0 ? Self.request : "GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    while server.events.requests.count < clients.count { _ = try server.onLoop {} }
    server.stop()
    for client in clients { _ = try client.readToEnd() }
    #expect(server.events.all.count { $0 == .cancelled } == clients.count / 2)
    #expect(throws: RawClient.Failure(code: ECONNREFUSED)) { try server.client() }
  }
}

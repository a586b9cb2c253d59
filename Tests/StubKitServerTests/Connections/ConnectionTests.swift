import Foundation
import StubKit
import Testing

@testable import StubKitServer

struct ConnectionTests {
  private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

  @Test(arguments: LoopKind.allCases)
  func `a connection is used for one request after another`(_ kind: LoopKind) throws {
    let server = try TestServer(on: kind)
    let client = try server.client()
    for _ in 1...3 {
      client.send(Self.request)
      #expect(try client.read(through: "hello") == Self.hello)
    }
    #expect(server.events.requests.count == 3)
  }

  @Test(arguments: LoopKind.allCases)
  func `requests that come together are answered in their order`(_ kind: LoopKind) throws {
    let server = try TestServer(on: kind) { request, connection, _ in
      guard request.target == .path("/1") else { return connection.answer("2") }
      // The first answer comes later than the second could.
      connection.perform { connection.answer("1") }
    }
    let client = try server.client()
    client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.0\r\n\r\n")
    let answers = try client.readToEnd().components(separatedBy: "\r\n\r\n")
    #expect(answers.count == 3 && answers[1].hasPrefix("1HTTP") && answers[2] == "2")
  }

  @Test(arguments: LoopKind.allCases)
  func `a piece arrives before the next one is there`(_ kind: LoopKind) throws {
    let open = Locked<Connection?>(nil)
    let server = try TestServer(on: kind) { _, connection, _ in
      connection.send(status: 200, fields: [:], length: .unknown)
      connection.send(Data("one".utf8))
      open.withLock { $0 = connection }
    }
    let client = try server.client()
    client.send(Self.request)
    #expect(try client.read(through: "\r\n\r\n").contains("chunked"))
    #expect(try client.read(through: "one\r\n") == "3\r\none\r\n")
    let connection = try #require(open.withLock { $0 })
    // What is told outside of a turn is sent, too.
    server.loop.perform { connection.send(Data("two".utf8)) }
    #expect(try client.read(through: "two\r\n") == "3\r\ntwo\r\n")
    connection.perform { connection.finish() }
    #expect(try client.read(5) == "0\r\n\r\n")
    client.send(Self.request)
    #expect(try client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK"))
    open.withLock { $0 = nil }
  }

  @Test func `a client with version 1.0 gets a stream that ends with the connection`() throws {
    let server = try TestServer { _, connection, _ in
      connection.send(status: 200, fields: [:], length: .unknown)
      connection.send(Data("one".utf8))
      connection.finish()
    }
    let client = try server.client()
    client.send("GET / HTTP/1.0\r\n\r\n")
    #expect(try client.readToEnd() == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\none")
  }

  @Test func `the client's port and the server's are known`() throws {
    let server = try TestServer { _, connection, _ in
      connection.answer("\(connection.port) \(connection.clientPort)")
    }
    let client = try server.client()
    client.send("GET / HTTP/1.0\r\n\r\n")
    let port = Socket.port(of: client.socket)
    #expect(try client.readToEnd().hasSuffix("\r\n\r\n\(server.port) \(port)"))
  }

  @Test(arguments: LoopKind.allCases, [true, false])
  func `a client that goes cancels its answer`(_ kind: LoopKind, _ resets: Bool) throws {
    let server = try TestServer(on: kind) { _, connection, _ in
      connection.send(status: 200, fields: [:], length: .unknown)
    }
    let client = try server.client()
    client.send(Self.request)
    _ = try client.read(through: "\r\n\r\n")
    if resets { client.reset() } else { client.close() }
    #expect(server.events.wait(for: .cancelled))
  }

  @Test(arguments: LoopKind.allCases, ["GET", "HEAD"])
  func `a client that goes with all of its answer leaves the exchange to its end`(
    _ kind: LoopKind, _ method: String
  ) async throws {
    let open = Locked<Connection?>(nil)
    let server = try TestServer(on: kind) { _, connection, _ in
      connection.send(status: 200, fields: [:], length: .exactly(5))
      connection.send(Data("hello".utf8))
      open.withLock { $0 = connection }
    }
    let client = try server.client()
    client.send("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try client.read(through: method == "HEAD" ? "\r\n\r\n" : "hello")
    client.close()
    let connection = try #require(open.withLock { $0.take() })
    try await until { try server.onLoop { connection.clientHasEnded } }
    #expect(try server.onLoop { connection.answer != nil && !connection.isClosed })
    #expect(!server.events.all.contains(.cancelled))
    connection.perform { connection.finish() }
    #expect(try server.onLoop { connection.isClosed })
  }

  @Test func `a client that ends its half before an answer is there is taken to be gone`() throws {
    let server = try TestServer { _, _, _ in }
    let client = try server.client()
    client.send(Self.request)
    client.endSending()
    #expect(try client.readToEnd() == "")
    #expect(server.events.wait(for: .cancelled))
  }

  @Test func `a client that ends its half gets the rest of what was answered`() throws {
    let size = 32 << 20
    let server = try TestServer { _, connection, _ in
      connection.send(status: 200, fields: [:], length: .exactly(size))
      connection.send(Data(repeating: 65, count: size))
      connection.finish()
    }
    let client = try server.client()
    client.send(Self.request)
    _ = try client.read(through: "\r\n\r\n")
    client.endSending()
    #expect(try client.readToEnd().utf8.count == size)
  }

  @Test func `after the end of an answer nothing of it is sent`() throws {
    let server = try TestServer { _, connection, _ in
      connection.answer("hello")
      connection.send(Data("more".utf8))
      connection.finish()
      connection.fail(as: .reset)
      connection.send(status: 500, fields: [:], length: .unknown)
    }
    let client = try server.client()
    client.send(Self.request + Self.request.replacing("1.1", with: "1.0"))
    #expect(try client.readToEnd().components(separatedBy: "hello").count == 3)
  }

  @Test(arguments: LoopKind.allCases)
  func `an answer waits while the client does not read`(_ kind: LoopKind) throws {
    let piece = Data(repeating: 65, count: 256 << 10)
    let count = 100
    let sent = Locked(0)
    let most = Locked(0)
    let server = try TestServer(on: kind) { _, connection, exchange in
      let isPaused = Locked(false)
      @Sendable func sendMore() {
        isPaused.withLock { $0 = false }
        while sent.withLock({ $0 }) < count {
          sent.withLock { $0 += 1 }
          connection.send(piece)
          most.withLock { $0 = max($0, connection.outgoing.count) }
          // As a passage does, which is told between two pieces.
          if connection.answer?.isPaused == true { return }
        }
        connection.finish()
      }
      exchange.onResume(sendMore)
      connection.send(status: 200, fields: [:], length: .exactly(count * piece.count))
      connection.perform(sendMore)
    }
    let client = try server.client()
    client.send(Self.request)
    #expect(server.events.wait(for: .paused))
    _ = try client.read(through: "\r\n\r\n")
    #expect(try client.read(count * piece.count).utf8.count == count * piece.count)
    #expect(most.withLock { $0 } <= Connection.highWater + piece.count)
    #expect(server.events.all.contains(.resumed))
  }

  @Test(arguments: LoopKind.allCases)
  func `a client that asks and asks, and never reads, is not read any further`(
    _ kind: LoopKind
  ) throws {
    let body = String(repeating: "a", count: 100_000)
    let last = Locked<Connection?>(nil)
    let server = try TestServer(on: kind) { _, connection, _ in
      last.withLock { $0 = connection }
      connection.answer(body)
    }
    let client = try server.client()
    try Self.flood(client, of: server) { last.withLock { $0 } }
    let connection = try #require(last.withLock { $0.take() })
    let unsent = try server.onLoop { connection.outgoing.count }
    #expect(unsent > Connection.highWater && unsent < Connection.highWater + 200_000)
    // Everything that it has asked for comes when it reads.
    _ = try client.read(through: "\r\n\r\n")
    let asked = try server.onLoop { [events = server.events] in events.requests.count }
    _ = try client.read(body.utf8.count * asked)
    while server.events.requests.count <= asked {
      _ = try client.read(body.utf8.count)
    }
  }

  @Test(arguments: LoopKind.allCases)
  func `requests before their turn are read up to a limit`(_ kind: LoopKind) throws {
    let first = Locked<Connection?>(nil)
    let server = try TestServer(on: kind) { _, connection, _ in
      first.withLock { $0 = connection }
    }
    let client = try server.client()
    try Self.flood(client, of: server) { first.withLock { $0 } }
    let connection = try #require(first.withLock { $0.take() })
    let waiting = try server.onLoop { connection.waiting }
    #expect(waiting >= 256 << 10 && waiting < 512 << 10)
    connection.perform { connection.answer("hello") }
    #expect(try client.read(through: "hello") == Self.hello)
  }

  /// Sends requests until the server reads no more of them.
  private static func flood(
    _ client: RawClient, of server: TestServer, _ connection: @escaping @Sendable () -> Connection?
  ) throws {
    let requests = Data(String(repeating: request, count: 100).utf8)
    client.isWaiting = false
    while try server.onLoop({ connection()?.wantsToRead ?? true }) { client.send(requests) }
    client.isWaiting = true
  }

  @Test func `a large upload arrives as it was sent`() throws {
    let size = 20 << 20
    let server = try TestServer { request, connection, _ in
      connection.answer("\(request.body?.count ?? 0) \(request.body?.last ?? 0)")
    }
    let client = try server.client()
    client.send("POST / HTTP/1.0\r\nContent-Length: \(size)\r\n\r\n")
    client.send(Data(repeating: 7, count: size))
    #expect(try client.readToEnd().hasSuffix("\r\n\r\n\(size) 7"))
  }

  @Test func `a client is told to go on before its body is read`() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send(
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(try client.read(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(server.events.requests.isEmpty)
    client.send("ab")
    #expect(try client.read(through: "hello") == Self.hello)
    #expect(server.events.requests.map(\.body) == [Data("ab".utf8)])
  }
}

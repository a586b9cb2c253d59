import Dispatch
import Foundation
import StubKit
import Testing

@testable import StubKitServer

struct RefusalTests {
  private static func answer(_ status: String, _ refusal: Refusal) -> String {
    let text = refusal.sentence + "\n"
    return """
      HTTP/1.1 \(status)\r
      Content-Type: text/plain; charset=utf-8\r
      Content-Length: \(text.utf8.count)\r
      Connection: close\r
      \r
      \(text)
      """
  }

  @Test(arguments: LoopKind.allCases)
  func `a refusal is answered and noted, and ends the connection`(_ kind: LoopKind) throws {
    let server = try TestServer(on: kind)
    let client = try server.client()
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nhello\r\n")
    _ = try client.read(through: "hello")
    #expect(try client.readToEnd() == Self.answer("400 Bad Request", .requestLine))
    #expect(server.events.wait(for: .refused(.requestLine)))
    #expect(server.events.requests.count == 1)
  }

  @Test func `a refused HEAD gets no body`() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send("HEAD / HTTP/1.1\r\nX: 1\r\n\r\n")
    #expect(try client.readToEnd().hasSuffix("Connection: close\r\n\r\n"))
  }

  @Test func `a request with a head that never ends is refused while it is sent`() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send("GET / HTTP/1.1\r\n")
    let line = "X: " + String(repeating: "a", count: 1000) + "\r\n"
    for _ in 0..<100 where !client.send(line) { break }
    let answer = Self.answer("431 Request Header Fields Too Large", .head(limit: 64 << 10))
    #expect(try client.readToEnd() == answer)
  }

  @Test(arguments: [true, false])
  func `a client hears that its body is too large although it still sends`(
    _ isChunked: Bool
  ) throws {
    let server = try TestServer(limits: RequestLimits(body: 1 << 20))
    let client = try server.client()
    let size = 40 << 20
    let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(size)"
    client.send("POST / HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n")
    if isChunked { client.send(String(size, radix: 16) + "\r\n") }
    // All of it is sent before the answer is read.
    #expect(client.send(Data(repeating: 7, count: size)))
    let answer = Self.answer("413 Content Too Large", .body(limit: 1 << 20))
    #expect(try client.readToEnd() == answer)
    #expect(server.events.requests.isEmpty)
  }

  @Test func `a body that is too large is refused before the client is told to send it`() throws {
    let server = try TestServer(limits: RequestLimits(body: 10))
    let client = try server.client()
    client.send(
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n")
    #expect(try client.readToEnd() == Self.answer("413 Content Too Large", .body(limit: 10)))
  }

  @Test(
    arguments: LoopKind.allCases,
    ["G", "GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab"])
  func `a request that does not become complete is refused in time`(
    _ kind: LoopKind, _ beginning: String
  ) throws {
    let patience = Duration.milliseconds(100)
    let server = try TestServer(on: kind, limits: RequestLimits(patience: patience))
    let client = try server.client()
    client.send(beginning)
    #expect(try client.readToEnd() == Self.answer("408 Request Timeout", .patience(patience)))
    #expect(
      server.events.refusals.map(\.sentence) == [
        "No more of the request arrived for 0.1 seconds."
      ])
  }

  @Test func `a request may take as long as it likes, as long as something comes of it`() throws {
    let loop = NotingLoop()
    let listener = try Listener(on: loop, owner: FakeOwner())
    defer {
      loop.perform { listener.close() }
      loop.stop()
    }
    let client = try RawClient(to: listener.port)
    for (count, piece) in ["GET / HTTP/1.1\r\n", "Host: a\r\n"].enumerated() {
      client.send(piece)
      loop.wait(forDeadlines: count + 1)
    }
    client.send("\r\n")
    #expect(try client.read(through: "hello").hasPrefix("HTTP/1.1 200"))
    let deadlines = loop.deadlines.withLock(\.self)
    // One for each piece at least, the next later than the one before, and none in the end.
    let set = deadlines.compactMap(\.self)
    #expect(set.count >= 2 && set == set.sorted() && Set(set).count == set.count)
    #expect(deadlines.last == .some(nil) && deadlines.count == set.count + 1)
  }

  @Test(arguments: LoopKind.allCases)
  func `a connection without a request, and one that waits for its answer, has all the time`(
    _ kind: LoopKind
  ) throws {
    let later = Locked<[Connection]>([])
    let server = try TestServer(on: kind, limits: RequestLimits(patience: .milliseconds(50))) {
      request, connection, _ in
      if request.target == .path("/later") { return later.withLock { $0.append(connection) } }
      connection.answer("hello")
    }
    let (idle, waiting, slow) = (try server.client(), try server.client(), try server.client())
    idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try idle.read(through: "hello")
    waiting.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\nGET / HT")
    // When the time of this one is up, that of the others is, too.
    slow.send("G")
    #expect(try slow.readToEnd().hasPrefix("HTTP/1.1 408"))
    idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try idle.read(through: "hello").hasPrefix("HTTP/1.1 200"))
    for connection in later.withLock({ $0 }) { connection.perform { connection.answer("late") } }
    #expect(try waiting.read(through: "late").hasPrefix("HTTP/1.1 200"))
    later.withLock { $0 = [] }
  }

  @Test func `a handshake of TLS is ended without an answer`() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send(Data([0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3]))
    #expect(try client.readToEnd() == "")
    #expect(server.events.refusals == [.tls])
  }
}

/// Notes the deadlines that are set.
private final class NotingLoop: ServingLoop {
  let deadlines = Locked<[ContinuousClock.Instant?]>([])
  private let loop = DispatchLoop()

  func perform(_ block: @escaping @Sendable () -> Void) { loop.perform(block) }
  func add(_ wire: Wire) { loop.add(wire) }
  func update(_ wire: Wire) { loop.update(wire) }
  func remove(_ wire: Wire, whenClosed done: @escaping () -> Void) {
    loop.remove(wire, whenClosed: done)
  }
  func set(_ deadline: ContinuousClock.Instant?, for wire: Wire) {
    deadlines.withLock { $0.append(deadline) }
    loop.set(deadline, for: wire)
  }
  var buffer: UnsafeMutableRawBufferPointer { loop.buffer }
  func stop() { loop.stop() }

  func wait(forDeadlines count: Int) {
    let end = ContinuousClock.now + .seconds(20)
    while deadlines.withLock(\.count) < count, ContinuousClock.now < end {
      let turn = DispatchSemaphore(value: 0)
      perform { turn.signal() }
      turn.wait()
    }
  }
}

import Foundation
import StubKit
import Testing

@testable import StubKitServer

/// The page as a client gets it over a connection.
struct PageConnectionTests {
  private let page = LivePage(of: StubRegistry(), token: "k3")

  @Test func `the page comes whole, and without a body to HEAD`() throws {
    let server = try serve()
    let client = try server.client()
    client.send("HEAD /.stubkit/k3 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let head = try client.read(through: "\r\n\r\n")
    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.contains("\r\nContent-Length: "))
    client.send("GET /.stubkit/k3 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    let answer = try client.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("</html>\n"))
  }

  @Test func `events end with the server, and the connection goes on`() throws {
    let server = try serve()
    let client = try server.client()
    client.send("GET /.stubkit/k3/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let head = try client.read(through: "\r\n\r\n")
    #expect(head.contains("\r\nContent-Type: text/event-stream; charset=utf-8\r\n"))
    _ = try client.read(through: "data: {\"now\":")
    page.end()
    #expect(try client.read(through: "\r\n0\r\n\r\n").contains("data: {\"isOver\":true}\n\n"))
    client.send("GET /other HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(try client.readToEnd().hasSuffix("hello"))
  }

  @Test(arguments: ["events", "har"])
  func `a client of the page keeps no registry alive`(_ stream: String) throws {
    weak var registry: StubRegistry?
    do {
      let server = try StubRegistry().serve()
      registry = server.registry
      let client = try RawClient(to: UInt16(server.port))
      client.send("GET \(server.page.path)/\(stream) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = try client.read(through: stream == "har" ? "\r\n0\r\n\r\n" : "data: {\"now\":")
      server.stop()
    }
    #expect(registry == nil)
  }

  private func serve() throws -> TestServer {
    try TestServer { [page] request, connection, _ in
      if page.answer(request, on: connection) == nil { connection.answer("hello") }
    }
  }
}

import Foundation
import StubKit
import Testing

@testable import StubKitServer

struct RequestReaderTests {
  @Test(arguments: WireCase.all)
  func `each message is read as RFC 9112 says`(_ wire: WireCase) {
    let outcomes = RequestReader.outcomes(of: wire.message, limits: WireCase.small)
    switch wire.expected {
    case .requests(let count): #expect(outcomes.count == count + 1 && outcomes.last == .incomplete)
    case .incomplete: #expect(outcomes == [.incomplete])
    case .refused(let status, let count):
      #expect(outcomes.count == count + 1)
      let refusal = outcomes.last?.refusal
      #expect(refusal != nil && refusal?.status == status, "\(String(describing: outcomes.last))")
    }
  }

  @Test(arguments: WireCase.all)
  func `it does not matter where a message is cut`(_ wire: WireCase) {
    let bytes = Array(wire.message.utf8)
    let whole = RequestReader.outcomes(of: [bytes], limits: WireCase.small)
    let single = RequestReader.outcomes(of: bytes.map { [$0] }, limits: WireCase.small)
    #expect(single == whole)
    for cut in 0...min(bytes.count, 600) {
      let halves = RequestReader.outcomes(
        of: [bytes[..<cut], bytes[cut...]], limits: WireCase.small)
      #expect(halves == whole, "cut at \(cut)")
    }
  }

  @Test func `a request is told as the stubs are to see it`() throws {
    let text = """
      POST /a?b=c HTTP/1.1\r
      HOST: api.test:80\r
      User-Agent:  curl \r
      X-Twice: 1\r
      Cookie: a=1\r
      x-twice: 2\r
      cookie: b=2\r
      X-Own: 1\r
      Connection: keep-alive, TE, x-own\r
      TE: trailers\r
      Keep-Alive: timeout=5\r
      Proxy-Connection: keep-alive\r
      Upgrade: websocket\r
      Trailer: X-Last\r
      Expect: 100-continue\r
      Content-Length: 4\r
      X-Latin: \u{FFFE}\r
      \r
      body
      """
    let bytes = Array(text.utf8).split(separator: Array("\u{FFFE}".utf8)).joined(separator: [0xE9])
    let outcomes = RequestReader.outcomes(of: [Array(bytes)])
    var expected = ServerRequest(method: "POST", target: .path("/a?b=c"), host: "api.test:80")
    expected.fields = [
      "User-Agent": "curl", "X-Twice": "1, 2", "Cookie": "a=1; b=2", "Content-Length": "4",
      "X-Latin": "é",
    ]
    expected.body = Data("body".utf8)
    expected.wantsUpgrade = true
    #expect(outcomes == [.request(expected), .incomplete])
  }

  @Test(arguments: [("websocket", true), ("h2c", false), ("H2C", false), ("h2c, websocket", true)])
  func `only a client that asks for HTTP2 gets what it wants without an upgrade`(
    _ protocols: String, _ wantsUpgrade: Bool
  ) {
    let text = "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: \(protocols)\r\n\r\n"
    #expect(RequestReader.outcomes(of: text).first?.request?.wantsUpgrade == wantsUpgrade)
  }

  @Test(arguments: [
    ("1.1", "", true), ("1.1", "close", false), ("1.1", "TE, Close", false),
    ("1.1", "keep-alive", true), ("1.0", "", false), ("1.0", "Keep-Alive", true),
    ("1.0", "keep-alive, close", false), ("1.1", "closed", true),
  ])
  func `a client says whether it keeps its connection`(
    _ version: String, _ options: String, _ keepsAlive: Bool
  ) {
    let text = "GET / HTTP/\(version)\r\nHost: a\r\nConnection: \(options)\r\n\r\n"
    #expect(RequestReader.outcomes(of: text).first?.request?.keepsAlive == keepsAlive)
  }

  @Test(arguments: [
    ("GET /a HTTP/1.1", ServerRequest.Target.path("/a")),
    ("GET //a HTTP/1.1", .path("//a")),
    ("GET https://b.test/c?d HTTP/1.1", .absolute("https://b.test/c?d")),
    ("OPTIONS * HTTP/1.1", .server),
    ("CONNECT b.test:443 HTTP/1.1", .authority("b.test:443")),
    ("CONNECT /a HTTP/1.1", .authority("/a")),
  ])
  func `a target has one of four forms`(_ line: String, _ target: ServerRequest.Target) {
    #expect(
      RequestReader.outcomes(of: "\(line)\r\nHost: a\r\n\r\n").first?.request?.target == target)
  }

  @Test func `a client is told once that it may send the body, and only if it waits for that`() {
    func expectations(_ version: String, _ length: Int, _ portions: String...) -> [Bool] {
      var reader = RequestReader()
      let head = """
        POST / HTTP/\(version)\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(length)\r\n\r\n
        """
      return ([head] + portions).map { text in
        Array(text.utf8).withUnsafeBytes { reader.append($0) }
        _ = reader.next()
        return reader.takeExpectation()
      }
    }
    #expect(expectations("1.1", 3, "a", "b") == [true, false, false])
    let next = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n"
    #expect(expectations("1.1", 3, "abc", next) == [true, false, true])
    #expect(expectations("1.1", 0) == [false])
    #expect(expectations("1.0", 3) == [false])
  }

  @Test func `a body that comes with its head needs no leave`() {
    var reader = RequestReader()
    let text = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\na"
    Array(text.utf8).withUnsafeBytes { reader.append($0) }
    #expect(reader.next() == .incomplete && !reader.takeExpectation())
  }

  @Test func `what is left between two requests is little`() {
    var reader = RequestReader()
    #expect(!reader.isWithin)
    Array("GET /".utf8).withUnsafeBytes { reader.append($0) }
    #expect(reader.next() == .incomplete && reader.isWithin && reader.waiting == 5)
    Array(" HTTP/1.1\r\nHost: a\r\n\r\n\r\n".utf8).withUnsafeBytes { reader.append($0) }
    #expect(reader.next().request != nil)
    #expect(reader.next() == .incomplete && !reader.isWithin)
  }

  @Test(arguments: 0..<500)
  func `what is written is read again`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let requests = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      ServerRequest.random(&random)
    }
    let bytes = requests.flatMap { $0.written(&random) }
    var portions: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let size = Int.random(in: 1...200, using: &random)
      portions.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    let expected = requests.map(RequestReader.Outcome.request) + [.incomplete]
    #expect(RequestReader.outcomes(of: portions) == expected)
  }
}

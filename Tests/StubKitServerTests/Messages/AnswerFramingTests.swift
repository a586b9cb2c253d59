import Foundation
import StubKit
import Testing

@testable import StubKitServer

struct AnswerFramingTests {
  /// An answer that a stub may have, and what goes over the wire for it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var method = "GET"
    var isVersion10 = false
    var keepsAlive = true
    var status = 200
    var fields: StubHeaders = [:]
    let length: BodyLength
    var pieces: [String] = []
    /// The lines of the head behind the first, and what follows it.
    let head: [String]
    let body: String
    var ends = false
  }

  static let cases = [
    Case(
      testDescription: "a body of known length", length: .exactly(5), pieces: ["hello"],
      head: ["Content-Length: 5"], body: "hello"),
    Case(
      testDescription: "a body in pieces", length: .exactly(5), pieces: ["he", "", "llo"],
      head: ["Content-Length: 5"], body: "hello"),
    Case(
      testDescription: "a body without bytes", length: .exactly(0), head: ["Content-Length: 0"],
      body: ""),
    Case(
      testDescription: "a stream", length: .unknown, pieces: ["hello, world, good bye", "", "x"],
      head: ["Transfer-Encoding: chunked"],
      body: "16\r\nhello, world, good bye\r\n1\r\nx\r\n0\r\n\r\n"),
    Case(
      testDescription: "a stream without pieces", length: .unknown,
      head: ["Transfer-Encoding: chunked"], body: "0\r\n\r\n"),
    Case(
      testDescription: "a stream to HTTP/1.0", isVersion10: true, length: .unknown,
      pieces: ["a", "b"], head: ["Connection: close"], body: "ab", ends: true),
    Case(
      testDescription: "a known length to HTTP/1.0 that keeps its connection", isVersion10: true,
      length: .exactly(1), pieces: ["a"], head: ["Content-Length: 1", "Connection: keep-alive"],
      body: "a"),
    Case(
      testDescription: "HTTP/1.0 that does not", isVersion10: true, keepsAlive: false,
      length: .exactly(1), pieces: ["a"], head: ["Content-Length: 1", "Connection: close"],
      body: "a", ends: true),
    Case(
      testDescription: "a client that does not keep its connection", keepsAlive: false,
      length: .exactly(1), pieces: ["a"], head: ["Content-Length: 1", "Connection: close"],
      body: "a", ends: true),
    Case(
      testDescription: "a length that no body has", fields: ["Content-Length": "\(Int.min)"],
      length: .exactly(1), pieces: ["a"],
      head: ["Content-Length: \(Int.min)", "Connection: close"], body: "a", ends: true),
    Case(
      testDescription: "HEAD", method: "HEAD", length: .exactly(5), pieces: ["hello"],
      head: ["Content-Length: 5"], body: ""),
    Case(
      testDescription: "HEAD with a length of its own", method: "HEAD",
      fields: ["Content-Length": "7"], length: .exactly(0), head: ["Content-Length: 7"], body: ""),
    Case(
      testDescription: "HEAD of a stream", method: "HEAD", length: .unknown, pieces: ["hello"],
      head: [], body: ""),
    Case(
      testDescription: "HEAD of a body of which nothing is known", method: "HEAD",
      length: .exactly(0), head: [], body: ""),
    Case(
      testDescription: "204", status: 204, fields: ["Content-Length": "5", "ETag": "a"],
      length: .exactly(5), pieces: ["hello"], head: ["ETag: a"], body: ""),
    Case(
      testDescription: "204 cut short", status: 204, length: .cutShort(to: 2), pieces: ["he"],
      head: [], body: ""),
    Case(
      testDescription: "304", status: 304, length: .exactly(0), head: [], body: ""),
    Case(
      testDescription: "304 with the length of what has not changed", status: 304,
      fields: ["Content-Length": "5"], length: .exactly(0), head: ["Content-Length: 5"], body: ""),
    Case(
      testDescription: "a right length", fields: ["content-length": "5"], length: .exactly(5),
      pieces: ["hello"], head: ["content-length: 5"], body: "hello"),
    Case(
      testDescription: "a length that is too large", fields: ["Content-Length": "9"],
      length: .exactly(5), pieces: ["hello"], head: ["Content-Length: 9", "Connection: close"],
      body: "hello", ends: true),
    Case(
      testDescription: "a length that is too small", fields: ["Content-Length": "2"],
      length: .exactly(5), pieces: ["hello"], head: ["Content-Length: 2", "Connection: close"],
      body: "hello", ends: true),
    Case(
      testDescription: "a length that is none", fields: ["Content-Length": "five"],
      length: .exactly(5), pieces: ["hello"], head: ["Content-Length: five", "Connection: close"],
      body: "hello", ends: true),
    Case(
      testDescription: "two lengths", fields: ["Content-Length": "5", "Content-Length": "6"],
      length: .exactly(5), pieces: ["hello"],
      head: ["Content-Length: 5", "Content-Length: 6", "Connection: close"], body: "hello",
      ends: true),
    Case(
      testDescription: "a stream with a length", fields: ["Content-Length": "5"], length: .unknown,
      pieces: ["hel", "lo"], head: ["Content-Length: 5"], body: "hello"),
    Case(
      testDescription: "a stream of more than its length", fields: ["Content-Length": "3"],
      length: .unknown, pieces: ["hel", "lo"], head: ["Content-Length: 3"], body: "hello",
      ends: true),
    Case(
      testDescription: "a stream of less than its length", fields: ["Content-Length": "9"],
      length: .unknown, pieces: ["hello"], head: ["Content-Length: 9"], body: "hello", ends: true),
    Case(
      testDescription: "more than was promised", length: .exactly(3), pieces: ["hel", "lo"],
      head: ["Content-Length: 3"], body: "hello", ends: true),
    Case(
      testDescription: "cut short as if complete", fields: ["Content-Length": "9"],
      length: .cutShort(to: 2), pieces: ["he"], head: ["Content-Length: 2"], body: "he"),
    Case(
      testDescription: "a stub that says it is chunked",
      fields: ["Transfer-Encoding": "chunked", "X": "1"], length: .exactly(5), pieces: ["hello"],
      head: ["X: 1", "Transfer-Encoding: chunked"], body: "5\r\nhello\r\n0\r\n\r\n"),
    Case(
      testDescription: "a stub that says it is chunked, to HTTP/1.0", isVersion10: true,
      fields: ["Transfer-Encoding": "chunked"], length: .exactly(5), pieces: ["hello"],
      head: ["Connection: close"], body: "hello", ends: true),
    Case(
      testDescription: "HEAD of a stub that says it is chunked", method: "HEAD",
      fields: ["Transfer-Encoding": "chunked"], length: .exactly(5), pieces: ["hello"], head: [],
      body: ""),
    Case(
      testDescription: "a stub that says it is chunked and has a length",
      fields: ["Transfer-Encoding": "chunked", "Content-Length": "5"], length: .exactly(5),
      pieces: ["hello"], head: ["Content-Length: 5"], body: "hello"),
    Case(
      testDescription: "a stub that ends the connection", fields: ["Connection": "Close"],
      length: .exactly(1), pieces: ["a"], head: ["Connection: Close", "Content-Length: 1"],
      body: "a", ends: true),
    Case(
      testDescription: "a stub that would keep a connection that ends", keepsAlive: false,
      fields: ["Connection": "keep-alive"], length: .exactly(1), pieces: ["a"],
      head: ["Content-Length: 1", "Connection: close"], body: "a", ends: true),
  ]

  @Test(arguments: cases)
  func `an answer is framed by what is known of its body`(_ answer: Case) {
    var request = ServerRequest(method: answer.method, target: .path("/"))
    request.isVersion10 = answer.isVersion10
    request.keepsAlive = answer.keepsAlive
    var outgoing = Outgoing()
    var framing = AnswerFraming(
      answer.length, status: answer.status, fields: answer.fields, to: request)
    framing.writeHead(
      status: answer.status, reason: "R", fields: answer.fields, to: request, into: &outgoing)
    for piece in answer.pieces { framing.append(Data(piece.utf8), to: &outgoing) }
    framing.finish(into: &outgoing)
    let lines = ["HTTP/1.1 \(answer.status) R"] + answer.head + ["", ""]
    #expect(outgoing.text == lines.joined(separator: "\r\n") + answer.body)
    #expect(framing.endsConnection == answer.ends)
  }

  @Test func `a status has its usual phrase, or none`() {
    #expect(ReasonPhrase.of(200) == "OK" && ReasonPhrase.of(418) == "I'm a teapot")
    #expect(ReasonPhrase.of(599) == "")
  }

  @Test(arguments: 0..<300)
  func `an answer in any pieces is read again`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let pieces = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      let count = [0, 1, 100, 20_000].randomElement(using: &random) ?? 0
      return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    let body = pieces.reduce(Data(), +)
    let length: BodyLength = random.chance ? .unknown : .exactly(body.count)
    let request = ServerRequest(method: "GET", target: .path("/"))
    var outgoing = Outgoing()
    var framing = AnswerFraming(length, status: 200, fields: [:], to: request)
    framing.writeHead(status: 200, reason: nil, fields: [:], to: request, into: &outgoing)
    for piece in pieces { framing.append(piece, to: &outgoing) }
    framing.finish(into: &outgoing)
    // Behind another first line the message is a request.
    let message =
      Data("POST / HTTP/1.1\r\nHost: a".utf8) + outgoing.all.dropFirst("HTTP/1.1 200 OK".utf8.count)
    let read = RequestReader.outcomes(of: [message])
    #expect(read.first?.request?.body == (body.isEmpty ? nil : body))
    #expect(read.count == 2 && read.last == .incomplete)
    #expect(outgoing.count == outgoing.all.count)
  }
}

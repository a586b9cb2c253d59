import Foundation
import StubKit
import TestPlaces
import Testing

@testable import StubKitRecording

struct HTTPMessageTests {
  /// A file and what it answers.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    var status = 200
    var headers: StubHeaders = [:]
    var body = ""
  }

  static let examples = [
    Example(
      testDescription: "as HTTP/1.1 has it",
      text: "HTTP/1.1 201 Created\r\nServer: pond\r\nContent-Type: text/plain\r\n\r\nducks\r\n",
      status: 201,
      headers: ["Server": "pond", "Content-Type": "text/plain", "Content-Length": "7"],
      body: "ducks\r\n"),
    Example(
      testDescription: "with plain line ends, edited by hand",
      text: "HTTP/1.0 404 Not Found\nContent-Length: 3\n\nthe longer text\n", status: 404,
      headers: ["Content-Length": "16"], body: "the longer text\n"),
    Example(
      testDescription: "HTTP/2 without a reason",
      text: "HTTP/2 200 \r\ncontent-type: application/json\r\n\r\n{}",
      headers: ["content-type": "application/json", "Content-Length": "2"], body: "{}"),
    Example(
      testDescription: "HTTP/3 without even a space", text: "HTTP/3 204\r\nx: y\r\n\r\n",
      status: 204,
      headers: ["x": "y"]),
    Example(
      testDescription: "repeated fields",
      text: "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\n\r\n",
      headers: ["Set-Cookie": "a=1", "set-cookie": "b=2", "Content-Length": "0"]),
    Example(
      testDescription: "folded fields",
      text: "HTTP/1.1 200 OK\nA: one,\n  two\n  \n\tthree \nB:\n late\nC:\n\n",
      headers: ["A": "one, two three", "B": "late", "C": "", "Content-Length": "0"]),
    Example(
      testDescription: "a body that was deleted by hand",
      text: "HTTP/1.1 200 OK\r\nContent-Length: 25\r\nA: b\r\n\r\n",
      headers: ["Content-Length": "0", "A": "b"]),
    Example(
      testDescription: "not modified", text: "HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n",
      status: 304, headers: ["ETag": "x"]),
    Example(
      testDescription: "not modified, with a length",
      text: "HTTP/1.1 304 Not Modified\r\nContent-Length: 25\r\n\r\n", status: 304,
      headers: ["Content-Length": "25"]),
    Example(
      testDescription: "no blank line at the end", text: "HTTP/1.1 202 Accepted\nA: b", status: 202,
      headers: ["A": "b", "Content-Length": "0"]),
    Example(
      testDescription: "Continue in front",
      text: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nyes",
      headers: ["Content-Length": "3"], body: "yes"),
    Example(
      testDescription: "two redirects in front",
      text: "HTTP/1.1 301 Moved\r\nLocation: /a\r\nContent-Length: 9\r\n\r\n"
        + "HTTP/2 302 \r\nlocation: /b\r\n\r\nHTTP/2 200 \r\n\r\nthere",
      headers: ["Content-Length": "5"], body: "there"),
    Example(
      testDescription: "a proxy and a challenge in front",
      text: "HTTP/1.1 407 Who are you?\r\nProxy-Authenticate: Basic\r\n\r\n"
        + "HTTP/1.1 200 Connection established\r\n\r\n"
        + "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest\r\n\r\nHTTP/1.1 200 OK\r\n\r\nin",
      headers: ["Content-Length": "2"], body: "in"),
    Example(
      testDescription: "another protocol from now on",
      text: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nhello", status: 101,
      headers: ["Upgrade": "x"]),
    Example(
      testDescription: "a redirect that was not followed",
      text: "HTTP/1.1 302 Found\r\nLocation: /a\r\n\r\nHTTP is fun", status: 302,
      headers: ["Location": "/a", "Content-Length": "11"], body: "HTTP is fun"),
    Example(
      testDescription: "a body that is itself a message",
      text: "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 500 Oops\r\n\r\n", headers: ["Content-Length": "21"],
      body: "HTTP/1.1 500 Oops\r\n\r\n"),
    Example(
      testDescription: "chunks",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "5;ext=1\r\nhello\r\n00A\r\n, 123\r\n678\r\n0\r\nX-Trailer: 1\r\n\r\n",
      headers: ["Content-Length": "15"], body: "hello, 123\r\n678"),
    Example(
      testDescription: "chunks that were put together already",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nabc\r\nof it\r\n",
      headers: ["Content-Length": "12"], body: "abc\r\nof it\r\n"),
    Example(
      testDescription: "chunks of which there is none",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      headers: ["Content-Length": "0"], body: ""),
    Example(
      testDescription: "chunks whose line breaks were made shorter",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\nabc\n1\nd\n0\n\n",
      headers: ["Content-Length": "4"], body: "abcd"),
    Example(
      testDescription: "a zero that is no chunk",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0",
      headers: ["Content-Length": "1"], body: "0"),
    Example(
      testDescription: "a line with a zero that is no chunk",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\n",
      headers: ["Content-Length": "2"], body: "0\n"),
    Example(
      testDescription: "numbers that begin with a zero",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\n5\n7\n",
      headers: ["Content-Length": "6"], body: "0\n5\n7\n"),
    Example(
      testDescription: "numbers that look like a chunk",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\n2\n3\n",
      headers: ["Content-Length": "6"], body: "1\n2\n3\n"),
    Example(
      testDescription: "numbers that look like all chunks",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\n2\n0\n",
      headers: ["Content-Length": "6"], body: "1\n2\n0\n"),
    Example(
      testDescription: "numbers that look like chunks and a trailer",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\n2\n0\nno trailer\n",
      headers: ["Content-Length": "17"], body: "1\n2\n0\nno trailer\n"),
    Example(
      testDescription: "gzip that was undone already",
      text: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 99\r\n\r\nplain",
      headers: ["Content-Length": "5"], body: "plain"),
    Example(
      testDescription: "deflate that was undone already",
      text: "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n{\"id\": 1}",
      headers: ["Content-Length": "9"], body: "{\"id\": 1}"),
    Example(
      testDescription: "a coding that cannot be undone",
      text: "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nxx",
      headers: ["Content-Encoding": "br", "Content-Length": "2"], body: "xx"),
  ]

  @Test(arguments: examples)
  func `a message is read`(example: Example) throws {
    let reply = try #require(StubResponse.httpMessage(data: Data(example.text.utf8)).reply())
    #expect(reply.status == example.status)
    #expect(Array(reply.headers) == Array(example.headers))
    #expect(reply.text == example.body)
  }

  @Test(
    arguments: [
      ("Content-Length: 512\r\n", ["Content-Length": "512"]), ("", [:]),
    ] as [(String, StubHeaders)])
  func `HEAD gets the length that the message has, or none`(
    field: String, headers: StubHeaders
  ) throws {
    let response = StubResponse.httpMessage(data: Data("HTTP/1.1 200 OK\r\n\(field)\r\n".utf8))
    #expect(try #require(response.reply(to: .head)).headers == headers)
  }

  @Test(arguments: InflaterTests.gzip)
  func `gzip is undone`(packed: InflaterTests.Compressed) throws {
    let head = "HTTP/2 200 \r\ncontent-encoding: gzip\r\nvary: x\r\n\r\n"
    let reply = try #require(
      StubResponse.httpMessage(data: Data(head.utf8) + packed.data).reply())
    #expect(reply.text == packed.text)
    #expect(reply.headers == ["vary": "x", "Content-Length": "\(packed.text.utf8.count)"])
  }

  @Test func `gzip within deflate is undone`() throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: DEFLATE\r\n\r\n"
    let reply = StubResponse.httpMessage(data: Data(head.utf8) + InflaterTests.zlib.data).reply()
    #expect(reply?.text == InflaterTests.zlib.text)
  }

  @Test func `deflate without a wrapper is undone`() {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n"
    let raw = InflaterTests.zlib.data.dropFirst(2).dropLast(4)
    let reply = StubResponse.httpMessage(data: Data(head.utf8) + raw).reply()
    #expect(reply?.text == InflaterTests.zlib.text)
    #expect(reply?.headers == ["Content-Length": "60"])
  }

  @Test func `a binary body arrives byte for byte`() throws {
    let body = Data((0...255).map { UInt8($0) } + [13, 10, 13, 10, 0])
    let message = Data("HTTP/1.1 200 OK\nContent-Type: image/x\n\n".utf8) + body
    let reply = try #require(StubResponse.httpMessage(data: message).reply())
    #expect(reply.data == body)
  }

  @Test func `Latin-1 in a header is read as such`() {
    let message = Data("HTTP/1.1 200 OK\nA: caf".utf8) + [0xE9] + Data("\n\n".utf8)
    #expect(StubResponse.httpMessage(data: message).reply()?.headers["A"] == "café")
  }

  @Test(arguments: [
    (
      "",
      "expected a status line such as \"HTTP/1.1 200 OK\", found the end of the file at byte 0, line 1"
    ),
    (
      "<html>",
      "expected a status line such as \"HTTP/1.1 200 OK\", found \"<html>\" at byte 0, line 1"
    ),
    (
      "HTTP/1.1 999 OK\n\n", "expected a status from 100 to 599, found 999 at byte 0, line 1"
    ),
    (
      "HTTP/1.1 200 OK\nno colon\n\n",
      "expected a header field such as \"Name: value\" or a blank line, found \"no colon\" "
        + "at byte 16, line 2"
    ),
    (
      "HTTP/1.1 200 OK\n folded\n\n",
      "expected a header field such as \"Name: value\" or a blank line, found \" folded\" "
        + "at byte 16, line 2"
    ),
    (
      "HTTP/1.1 200 OK\nA: \0\n\n",
      "expected a header field without NUL or line breaks, found \"A: \\0\" at byte 16, line 2"
    ),
    (
      "HTTP/1.1 100 Continue\n\nbody",
      "expected a status line such as \"HTTP/1.1 200 OK\", found \"body\" at byte 23, line 3"
    ),
    (
      "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\r\nab\nxyz\n",
      "expected the size of a chunk in hexadecimal digits, found \"xyz\" at byte 50, line 6"
    ),
    (
      "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nab\r\n9\ncd",
      "expected 9 bytes, found 2 at byte 52, line 7"
    ),
    (
      "HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n\u{1F}",
      nil
    ),
  ])
  func `a file that is none says where and why`(text: String, complaint: String?) {
    let response = StubResponse.httpMessage(data: Data(text.utf8))
    #expect(response.complaint() == complaint.map { "The HTTP message cannot be read: \($0)" })
    if complaint != nil {
      #expect((response.fault() as? URLError)?.code == .cannotParseResponse)
    }
  }

  @Test func `gzip that is damaged says so`() {
    let message = Data("HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n".utf8) + [0x1F, 0x8B, 8, 0]
    #expect(
      StubResponse.httpMessage(data: message).complaint()
        == "The HTTP message cannot be read: the compressed body cannot be read: "
        + "it ends too early at byte 40 and after")
  }

  @Test func `a file is read, and a bad one is named`() throws {
    let directory = TemporaryFolder()
    let good = try directory.write("HTTP/2 418 \n\nteapot", to: "good.http")
    #expect(StubResponse.httpMessage(file: good).reply()?.status == 418)
    let bad = try directory.write("teapot", to: "bad.http")
    #expect(
      StubResponse.httpMessage(file: bad).complaint()
        == "The HTTP message cannot be read: \(bad.path): expected a status line such as "
        + "\"HTTP/1.1 200 OK\", found \"teapot\" at byte 0, line 1")
    let missing = directory.url.appendingPathComponent("none.http")
    #expect(
      (StubResponse.httpMessage(file: missing).fault() as? URLError)?.code == .fileDoesNotExist)
  }
}

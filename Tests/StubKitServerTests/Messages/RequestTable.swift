import StubKit
import Testing

@testable import StubKitServer

/// A message on the wire, and what a server makes of it.
struct WireCase: Sendable, CustomTestStringConvertible {
  enum Expected: Sendable {
    /// So many requests, and nothing behind them.
    case requests(Int)
    /// A refusal with this status after so many requests.
    case refused(Int?, after: Int)
    case incomplete
  }

  let rule: String
  let message: String
  let expected: Expected

  init(_ rule: String, _ message: String, _ expected: Expected = .requests(1)) {
    self.rule = rule
    self.message = message
    self.expected = expected
  }

  init(_ rule: String, _ message: String, refused status: Int?, after count: Int = 0) {
    self.init(rule, message, .refused(status, after: count))
  }

  var testDescription: String { rule }

  static let small = RequestLimits(head: 200, fields: 5, body: 32)

  private static func get(_ fields: String) -> String {
    "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
  }
  private static func post(_ fields: String, _ body: String) -> String {
    "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(body)"
  }
  private static func chunked(_ body: String) -> String {
    post("Transfer-Encoding: chunked\r\n", body)
  }

  /// RFC 9112, by its sections, and the server's own limits.
  ///
  /// They are read with the limits `small`.
  static let all: [WireCase] = [
    // 2.1 and 2.2: lines and blank lines.
    WireCase("2.1 a head without fields but Host", get("")),
    WireCase("2.2 an empty line before a request is skipped", "\r\n" + get("")),
    WireCase("2.2 many empty lines", String(repeating: "\r\n", count: 500) + get("")),
    WireCase("2.2 a bare LF ends no line", "GET / HTTP/1.1\nHost: a\n\n", refused: 400),
    WireCase("2.2 a bare LF behind a field", get("X: 1\n"), refused: 400),
    WireCase("2.2 a bare CR in a field", get("X: 1\rY: 2\r\n"), refused: 400),
    WireCase(
      "2.2 a blank before the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", refused: 400),
    WireCase("2.2 no request at all", "hello\r\n", refused: 400),
    // 2.3 and 2.6: versions.
    WireCase("2.3 version 1.0 needs no Host", "GET / HTTP/1.0\r\n\r\n"),
    WireCase("2.3 version 2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", refused: 505),
    WireCase("2.3 the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", refused: 505),
    WireCase("2.3 version 0.9", "GET /\r\n", refused: 400),
    WireCase("2.3 lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", refused: 400),
    WireCase("2.3 too many digits", "GET / HTTP/1.10\r\nHost: a\r\n\r\n", refused: 400),
    // 3: the request line.
    WireCase("3 two blanks", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", refused: 400),
    WireCase("3 a blank at the end", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", refused: 400),
    WireCase("3 a tab", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", refused: 400),
    WireCase("3 a blank in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", refused: 400),
    WireCase("3.1 a method of one's own", "BREW-IT / HTTP/1.1\r\nHost: a\r\n\r\n"),
    WireCase("3.1 a method that is no token", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n", refused: 400),
    WireCase("3.2 Host is missing", "GET / HTTP/1.1\r\n\r\n", refused: 400),
    WireCase("3.2 Host twice", get("Host: a\r\n"), refused: 400),
    WireCase("3.2 Host twice in other cases", get("hOST: b\r\n"), refused: 400),
    WireCase("3.2 a Host that is a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", refused: 400),
    WireCase("3.2 a Host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", refused: 400),
    WireCase("3.2 an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
    WireCase("3.2 a Host of IPv6", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n"),
    WireCase("3.2.1 a path with a query", "GET /a/b?c=d%20e HTTP/1.1\r\nHost: a\r\n\r\n"),
    WireCase("3.2.1 a path in UTF-8", "GET /käse HTTP/1.1\r\nHost: a\r\n\r\n"),
    WireCase("3.2.1 neither path nor address", "GET a/b HTTP/1.1\r\nHost: a\r\n\r\n", refused: 400),
    WireCase("3.2.1 NUL in the target", "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n", refused: 400),
    WireCase("3.2.2 an address", "GET http://b.test/c HTTP/1.1\r\nHost: a\r\n\r\n"),
    WireCase("3.2.3 an authority", "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n"),
    WireCase("3.2.4 OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
    WireCase("3.2.4 GET *", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", refused: 400),
    // 5: fields.
    WireCase("5.1 a blank before the colon", get("X : 1\r\n"), refused: 400),
    WireCase("5.1 no colon", get("X\r\n"), refused: 400),
    WireCase("5.1 no name", get(": 1\r\n"), refused: 400),
    WireCase("5.1 a name that is no token", get("X@: 1\r\n"), refused: 400),
    WireCase("5.1 blanks around a value", get("X: \t 1 \t \r\n")),
    WireCase("5.1 an empty value", get("X:\r\n")),
    WireCase("5.1 NUL in a value", get("X: a\0b\r\n"), refused: 400),
    WireCase("5.1 a control character in a value", get("X: a\u{1}b\r\n"), refused: 400),
    WireCase("5.2 a folded line", get("X: 1\r\n 2\r\n"), refused: 400),
    WireCase("5.2 a line folded by a tab", get("X: 1\r\n\t2\r\n"), refused: 400),
    // 6.1: Transfer-Encoding.
    WireCase("6.1 chunked, in capitals", post("Transfer-Encoding: CHUNKED\r\n", "0\r\n\r\n")),
    WireCase("6.1 gzip", post("Transfer-Encoding: gzip, chunked\r\n", ""), refused: 501),
    WireCase("6.1 identity", post("Transfer-Encoding: identity\r\n", ""), refused: 501),
    WireCase(
      "6.1 what only looks like chunked", post("Transfer-Encoding: xchunked\r\n", ""), refused: 501),
    WireCase("6.1 with a parameter", post("Transfer-Encoding: chunked;a=b\r\n", ""), refused: 501),
    WireCase(
      "6.1 a blank that is none", post("Transfer-Encoding: \u{a0}chunked\r\n", ""), refused: 501),
    WireCase("6.1 an empty coding", post("Transfer-Encoding:\r\n", ""), refused: 501),
    WireCase("6.1 a vertical tab", post("Transfer-Encoding: \u{b}chunked\r\n", ""), refused: 400),
    WireCase(
      "6.1 chunked twice", post("Transfer-Encoding: chunked, chunked\r\n", ""), refused: 400),
    WireCase(
      "6.1 two such fields",
      post("Transfer-Encoding: chunked\r\ntransfer-encoding: chunked\r\n", ""), refused: 400),
    WireCase(
      "6.1 the second one gzip",
      post("Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n", ""), refused: 501),
    WireCase(
      "6.1 in version 1.0",
      "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", refused: 400),
    WireCase(
      "6.1 beside a length",
      post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), refused: 400),
    WireCase(
      "6.1 before a length",
      post("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "0\r\n\r\n"), refused: 400),
    // 6.2 and 6.3: Content-Length.
    WireCase("6.2 a length", post("Content-Length: 3\r\n", "abc")),
    WireCase("6.2 leading zeros", post("Content-Length: 003\r\n", "abc")),
    WireCase("6.2 no body at all", post("", "")),
    WireCase(
      "6.2 two lengths", post("Content-Length: 3\r\nContent-Length: 4\r\n", "abcd"), refused: 400),
    WireCase(
      "6.2 the same length twice",
      post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"), refused: 400),
    WireCase("6.2 a list", post("Content-Length: 3, 3\r\n", "abc"), refused: 400),
    WireCase("6.2 a sign", post("Content-Length: +3\r\n", "abc"), refused: 400),
    WireCase("6.2 less than nothing", post("Content-Length: -3\r\n", ""), refused: 400),
    WireCase("6.2 another base", post("Content-Length: 0x3\r\n", "abc"), refused: 400),
    WireCase("6.2 other digits", post("Content-Length: ３\r\n", "abc"), refused: 400),
    WireCase("6.2 nothing", post("Content-Length:\r\n", ""), refused: 400),
    WireCase(
      "6.2 a number too large for any integer",
      post("Content-Length: 99999999999999999999\r\n", ""), refused: 413),
    WireCase("6.3 less than is promised", post("Content-Length: 3\r\n", "ab"), .incomplete),
    WireCase(
      "6.3 the next request follows at once",
      post("Content-Length: 3\r\n", "abc") + get(""), .requests(2)),
    WireCase(
      "6.3 more than is promised", post("Content-Length: 3\r\n", "abcd\r\n"), refused: 400, after: 1
    ),
    // 7.1: chunks.
    WireCase("7.1 chunks", chunked("3\r\nabc\r\n0a\r\n0123456789\r\n0\r\n\r\n")),
    WireCase("7.1 a body without bytes", chunked("0\r\n\r\n")),
    WireCase("7.1 zeros", chunked("000\r\n\r\n")),
    WireCase("7.1 no size", chunked("\r\nabc\r\n"), refused: 400),
    WireCase("7.1 a size that is none", chunked("g\r\n"), refused: 400),
    WireCase("7.1 a sign", chunked("+3\r\nabc\r\n"), refused: 400),
    WireCase("7.1 a prefix", chunked("0x3\r\nabc\r\n"), refused: 400),
    WireCase("7.1 a blank before a size", chunked(" 3\r\nabc\r\n"), refused: 400),
    WireCase("7.1 a blank behind a size", chunked("3 \r\nabc\r\n"), refused: 400),
    WireCase("7.1 sixteen digits", chunked("0000000000000003\r\nabc\r\n"), refused: 400),
    WireCase("7.1 a chunk longer than its size", chunked("3\r\nabcd\r\n"), refused: 400),
    WireCase("7.1 a chunk that ends in LF", chunked("3\r\nabc\n0\r\n\r\n"), refused: 400),
    WireCase("7.1 a size that ends in LF", chunked("3\nabc\r\n0\r\n\r\n"), refused: 400),
    WireCase("7.1.1 an extension", chunked("3;a=b\r\nabc\r\n0;c\r\n\r\n")),
    WireCase("7.1.1 blanks around an extension", chunked("3 ; a=b\r\nabc\r\n0\r\n\r\n")),
    WireCase(
      "7.1.1 a bare CR in an extension", chunked("3;a\rb\r\nabc\r\n0\r\n\r\n"), refused: 400),
    WireCase(
      "7.1.1 an endless extension",
      chunked("3;" + String(repeating: "a", count: 300)), refused: 400),
    WireCase("7.1.2 fields behind a body", chunked("0\r\nX: 1\r\nY: 2\r\n\r\n")),
    WireCase(
      "7.1.2 as much behind a body as before it",
      chunked("0\r\nX: " + String(repeating: "1", count: 180) + "\r\n\r\n")),
    WireCase("7.1.2 a line that is no field", chunked("0\r\nX\r\n\r\n"), refused: 400),
    WireCase(
      "7.1.2 endless fields", chunked("0\r\n" + String(repeating: "X: 1\r\n", count: 50)),
      refused: 431),
    WireCase(
      "7.1.3 the next request follows at once", chunked("1\r\na\r\n0\r\n\r\n") + get(""),
      .requests(2)),
    // 8: incomplete messages.
    WireCase("8 nothing", "", .incomplete),
    WireCase("8 half a line", "GET / HT", .incomplete),
    WireCase("8 half a head", "GET / HTTP/1.1\r\nHost: a\r\n", .incomplete),
    WireCase("8 half a chunk", chunked("3\r\na"), .incomplete),
    WireCase("8 no end of chunks", chunked("3\r\nabc\r\n0\r\n"), .incomplete),
    // 9: connections.
    WireCase("9.3.2 three at once", get("") + get("") + get(""), .requests(3)),
    // The server's own.
    WireCase(
      "a head that is too long", get("X: " + String(repeating: "a", count: 200) + "\r\n"),
      refused: 431),
    WireCase("a line without end", "GET /" + String(repeating: "a", count: 300), refused: 431),
    WireCase("too many fields", get((1...5).map { "X\($0): 1\r\n" }.joined()), refused: 431),
    WireCase("as many fields as may be", get((1...4).map { "X\($0): 1\r\n" }.joined())),
    WireCase("a body that is too long", post("Content-Length: 33\r\n", ""), refused: 413),
    WireCase(
      "a body as long as may be",
      post("Content-Length: 32\r\n", String(repeating: "a", count: 32))),
    WireCase("a chunk that is too long", chunked("21\r\n"), refused: 413),
    WireCase(
      "chunks that are too long together",
      chunked("1f\r\n" + String(repeating: "a", count: 31) + "\r\n2\r\n"), refused: 413),
    WireCase("a handshake of TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", refused: nil),
    WireCase("what begins like one", "\u{16}GET / HTTP/1.1\r\n", refused: 400),
  ]
}

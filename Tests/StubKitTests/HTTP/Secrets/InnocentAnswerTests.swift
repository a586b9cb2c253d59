import Foundation
import Testing

@testable import StubKit

/// What has no secret stays as it is, whatever its words.
struct InnocentAnswerTests {
  /// Answers of many services, with lines of `%%` between them.
  private static func answers() throws -> [String] {
    let file = try #require(
      Bundle.module.url(
        forResource: "innocent", withExtension: "txt", subdirectory: "Fixtures/Secrets"))
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n%%\n")
  }

  @Test func `an answer without a secret stays as it is`() throws {
    let answers = try Self.answers()
    #expect(answers.count >= 60)
    for text in answers {
      var redactor = Redactor(.standard)
      let body = redactor.body(Data(text.utf8), type: nil, isRequest: false)
      #expect(String(decoding: body, as: UTF8.self) == text)
    }
  }

  @Test(arguments: [
    ("date,sessions\n2024-05-01,1840\n2024-05-02,93\n", "text/csv"),
    ("<a><max_tokens>4096</max_tokens><sessions>12</sessions></a>", "application/xml"),
    ("<pin><lat>52.51</lat></pin>", "application/xml"),
    ("<dict><key>refresh</key><integer>30</integer></dict>", "application/xml"),
    ("refresh=1&session=3&auth=1&token=0", "application/x-www-form-urlencoded"),
    (
      "<tr><td>Session</td><td>Opening keynote</td></tr><tr><td>Token</td><td>12</td></tr>",
      "text/html"
    ),
    (#"<label>Password</label><input type="password" placeholder="Password">"#, "text/html"),
    ("remember_password=1&show_password=0", "application/x-www-form-urlencoded"),
    (#"throw Error("Invalid token: "+a);log("session: "+id+"!")"#, "text/javascript"),
    ("oauth2: cannot fetch token: 400 Bad Request", "text/plain"),
    ("{\"version\":\"1\"}\nSession: starts in 5 minutes.", "text/plain"),
  ])
  func `an answer of another type stays as it is`(text: String, type: String) {
    var redactor = Redactor(.standard)
    let body = redactor.body(Data(text.utf8), type: type, isRequest: false)
    #expect(String(decoding: body, as: UTF8.self) == text)
  }

  @Test(arguments: ["status", "username", "authenticity_token", "apiKey"])
  func `what things are called stays, though a secret is called so`(secret: String) {
    var redactor = Redactor(.standard)
    _ = redactor.body(Data(#"{"password":"\#(secret)"}"#.utf8), type: nil, isRequest: true)
    let text = #"{"\#(secret)" : 1} <input \#(secret)="a"> </\#(secret)> a?\#(secret)=1"#
    #expect(redactor.cleaner?.clean(text) ?? text == text)
    #expect(redactor.cleaner?.clean("say \(secret)!") != "say \(secret)!")
  }

  @Test func `a text of short words has no secret in each of its words`() {
    var redactor = Redactor(.standard)
    let text = (100..<3_000).map(String.init).joined(separator: " ")
    _ = redactor.body(Data(#"{"refresh":"\#(text)"}"#.utf8), type: nil, isRequest: true)
    #expect(redactor.pool.values.count <= 1)
  }

  @Test func `a number that is none elsewhere is a secret where numbers are`() {
    var redactor = Redactor(.standard)
    let counts = Data("<a><sessions>482</sessions></a>".utf8)
    #expect(redactor.body(counts, type: "text/xml", isRequest: false) == counts)
    let card = redactor.body(Data(#"{"cvv":"482"}"#.utf8), type: nil, isRequest: true)
    #expect(String(decoding: card, as: UTF8.self) == #"{"cvv":"REDACTED"}"#)
    let token = Data(#"{"token":"dragon"}"#.utf8)
    #expect(redactor.body(token, type: nil, isRequest: false) == token)
    #expect(redactor.body(token, type: nil, isRequest: true) == token)
    let login = redactor.body(Data(#"{"password":"dragon"}"#.utf8), type: nil, isRequest: true)
    #expect(String(decoding: login, as: UTF8.self) == #"{"password":"REDACTED"}"#)
  }

  @Test func `what was redacted before stays as it is, with its scheme`() {
    let names = SecretNames()
    var redactor = Redactor(.standard)
    redactor.names = names
    let once = redactor.headers(["Authorization": "Bearer aB3dE5fG7hJ9kL1m"])
    var second = Redactor(.standard)
    second.names = names
    #expect(second.headers(once) == once)
    let text = #"{"auth":"\#(once["Authorization"] ?? "")"}"#
    #expect(second.body(Data(text.utf8), type: nil, isRequest: true) == Data(text.utf8))
    #expect(second.cleaner?.clean(text) ?? text == text)
    let third = SecretNames(after: names.given)
    var reading = Redactor(.standard)
    reading.names = third
    #expect(reading.headers(once) == once && third.given == names.given)
  }

  @Test(arguments: [
    ("ETag", #""33a64df551425fcc55e4d42a148795d9f25f89d4""#), ("Refresh", "300"),
    ("Digest", "SHA-256=4REjxQ4yrqUVicfSKYNO/cF9zNj5ANbzgDZt3/h3Qxo="),
    ("Content-Digest", "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"),
    (
      "Repr-Digest",
      "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrI==:, x=:YMAam51Jz/jOATT6:"
    ),
    ("WWW-Authenticate", #"Bearer realm="api", error="invalid_token""#),
    ("X-Request-Id", "7f3c1a90b2d84e5f9a6b0c1d2e3f4a5b"),
    ("Link", #"<https://a.test/items?page=2>; rel="next""#), ("Location", "/orders/12345"),
    ("X-RateLimit-Remaining", "59"), ("Vary", "Authorization, Cookie"),
    ("Access-Control-Allow-Headers", "Authorization, X-Api-Key"),
    ("Strict-Transport-Security", "max-age=31536000"),
    ("Content-Security-Policy", "script-src 'self'; report-uri /csp"),
    ("Access-Control-Allow-Credentials", "true"), ("X-Auth", "required"), ("X-Refresh", "30"),
    ("WWW-Authenticate", #"Bearer resource_metadata="https://a.test/meta""#),
    ("X-Note", "Use a Bearer token."), ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ("Location", "/auth/login-v2"), ("Link", "</session/wwdc2024-101>; rel=next"),
  ])
  func `a field without a secret stays as it is`(name: String, value: String) {
    var redactor = Redactor(.standard)
    var headers = StubHeaders()
    headers.append(value, for: name)
    #expect(redactor.headers(headers)[name] == value)
  }
}

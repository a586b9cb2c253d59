import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a redaction leaves of exchanges that were never made.
struct RedactorTests {
  static let redaction: Redaction = [
    .headers("X-Key"), .queryItems("token"), .fields("password", "Card"), .cookies("sid"),
  ]

  private func exchange(
    _ url: String = "http://a.test/", headers: [String: String] = [:], body: String = "",
    answer: StubHeaders = [:], answerBody: Data = Data()
  ) throws -> RecordedExchange {
    var request = URLRequest(url: try #require(URL(string: url)))
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    var forwarded = ForwardedExchange(of: request, body: Data(body.utf8))
    forwarded.response = StubResponse.Head(status: 200, headers: answer)
    forwarded.body = answerBody
    return RecordedExchange(forwarded)
  }

  private func redact(
    _ exchange: RecordedExchange, by redaction: Redaction = redaction
  ) throws -> RecordedExchange {
    try #require(RecordedExchange.redacting([exchange], by: redaction).first)
  }

  @Test(arguments: [
    ("http://a.test/?token=abc&page=1", "http://a.test/?token=REDACTED-1&page=1"),
    ("http://a.test/?page=1&TOKEN=a'b%20c", "http://a.test/?page=1&TOKEN=REDACTED-1"),
    ("http://a.test/?%74oken=abc", "http://a.test/?%74oken=REDACTED-1"),
    ("http://a.test/?token=Sommer%20Berlin2024", "http://a.test/?token=REDACTED-1"),
    ("http://a.test/?token=Herbst-Nebel+Haus9", "http://a.test/?token=REDACTED1AAAAAAAAA"),
    ("http://a.test/?tokenizer=abc&token", "http://a.test/?tokenizer=abc&token"),
    ("http://a.test/?token=&token=x=y", "http://a.test/?token=REDACTED-1&token=REDACTED-2"),
    ("http://ann:sesame@a.test:80/x", "http://ann:REDACTED-1@a.test:80/x"),
    (
      "http://a.test/secret-value/?token=secret-value", "http://a.test/REDACTED-1/?token=REDACTED-1"
    ),
    ("http://a.test/#token=abc", "http://a.test/"),
  ])
  func `an address`(url: String, redacted: String) throws {
    let found = try redact(try exchange(url)).url
    #expect(found == redacted)
  }

  @Test(arguments: [
    (#"{"password": "x", "a": 1}"#, #"{"password": "REDACTED-1", "a": 1}"#),
    (
      #"{"a":{"PASSWORD":"x\"y","card":4111.5},"b":[{"card":{"no":[1,"}"]}}]}"#,
      #"{"a":{"PASSWORD":"REDACTED-1","card":1000.2},"b":[{"card":{"no":[13,"REDACTED-4"]}}]}"#
    ),
    (
      #"{"card":[1,[2]],"card" : null, "card":true}"#,
      #"{"card":[11,[12]],"card" : null, "card":false}"#
    ),
    (#"{"pass\u0077ord":"x"}"#, #"{"pass\u0077ord":"REDACTED-1"}"#),
    (#"["password", "x", {"a": "password"}]"#, #"["password", "x", {"a": "password"}]"#),
    (
      "{\"password\": \"a\"}\n{\"password\": \"b\"}",
      "{\"password\": \"REDACTED-1\"}\n{\"password\": \"REDACTED-2\"}"
    ),
    (
      #"<script>let x = {"card": "1"}</script>"#,
      #"<script>let x = {"card": "REDACTED-1"}</script>"#
    ),
    (#"{"password": "unfinished"#, #"{"password": "REDACTED-1"#),
    (#"<a href="/x?a=1&amp;token=abc">"#, #"<a href="/x?a=1&amp;token=REDACTED-1">"#),
    ("12345678901234567890.123", "12345678901234567890.123"),
  ])
  func `a body`(text: String, redacted: String) throws {
    let result = try redact(try exchange(answerBody: Data(text.utf8)))
    #expect(String(decoding: result.body, as: UTF8.self) == redacted)
  }

  @Test(arguments: [
    "see /x?a=1&amp;ref=~", #"{"next": "/x?a=1&amp;ref=~"}"#, #"<a href="/x?a=1&amp;ref=~">"#,
    #"{"html": "<a href='/x?a=1&amp;ref=~'>"}"#,
  ])
  func `a pair is known by its name in an address of HTML, wherever that stands`(text: String)
    throws
  {
    let body = Data(text.replacing("~", with: "abc12").utf8)
    let clean = try redact(try exchange(answerBody: body), by: [.queryItems("ref")])
    #expect(String(decoding: clean.body, as: UTF8.self) == text.replacing("~", with: "REDACTED-1"))
  }

  @Test(arguments: ["http://a.test/?token=corr+horse7x", "token=corr+horse7x"])
  func `a plus in a secret is known as one, and as the space that it may mean`(text: String) throws
  {
    let type = ["Content-Type": "application/x-www-form-urlencoded"]
    let isForm = text.hasPrefix("token")
    let asked = try isForm ? exchange(headers: type, body: text) : exchange(text)
    for said in ["so corr+horse7x", "so corr horse7x"] {
      let answers = try [said, Data(said.utf8).base64EncodedString()].map {
        try exchange(answerBody: Data($0.utf8))
      }
      let clean = RecordedExchange.redacting([asked] + answers, by: Self.redaction).map(\.body)
      #expect(clean[1] == Data("so REDACTED-1".utf8), "\(said)")
      let decoded = try #require(Data(base64Encoded: clean[2]))
      #expect(!String(decoding: decoded, as: UTF8.self).contains("horse"), "\(said)")
    }
  }

  @Test func `a form, and one in parts`() throws {
    let form = try exchange(
      headers: ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"],
      body: "password=a%2Bb+c'd&user=ann&token=x")
    #expect(
      try redact(form).requestBody == Data("password=REDACTED-1&user=ann&token=REDACTED-2".utf8))
    let parts = try exchange(
      headers: ["Content-Type": "multipart/form-data; boundary=b"],
      body: "--b\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\nann\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nopen sesame\r\n--b--\r\n"
    )
    #expect(
      try redact(parts).requestBody
        == Data(
          ("--b\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\nann\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nREDACTED-1\r\n--b--\r\n")
            .utf8))
  }

  @Test func `what is kept by name stays, wherever it stands`() throws {
    let exchange = try exchange(
      "http://a.test/?pageToken=next-4f1b&token=abc-1",
      headers: ["X-Api-Key": "key-77x", "Cookie": "theme=d4rk-mode; sid=s3ss-1"],
      body: #"{"otp": 991122, "idToken": "eyJhbGciOiJI.eyJzdWIiOiIx.abc", "pin": 748}"#,
      answerBody: Data("next-4f1b abc-1 key-77x".utf8))
    let redaction: Redaction = [
      .keeping(queryItems: "PageToken"), .keeping(fields: "idtoken", "otp"),
      .keeping(headers: "x-api-key"), .keeping(cookies: "theme"),
    ]
    let clean = try redact(exchange, by: redaction)
    #expect(clean.url == "http://a.test/?pageToken=next-4f1b&token=REDACTED-1")
    #expect(
      clean.requestHeaders == [
        "Cookie": "theme=d4rk-mode; sid=REDACTED-2", "X-Api-Key": "key-77x",
      ])
    #expect(
      String(decoding: clean.requestBody, as: UTF8.self)
        == #"{"otp": 991122, "idToken": "eyJhbGciOiJI.eyJzdWIiOiIx.abc", "pin": "REDACTED"}"#)
    #expect(clean.body == Data("next-4f1b abc-1 key-77x".utf8))
  }

  @Test func `what is kept in one field stays in another`() throws {
    let exchange = try exchange(
      headers: ["Cookie": "sid=abc123xyz9", "X-CSRF-Token": "abcDEF123xyz"],
      answer: ["Set-Cookie": "sid=abc123xyz9; Path=/"],
      answerBody: Data(#"{"csrfToken":"abcDEF123xyz"}"#.utf8))
    let redaction: Redaction = [.keeping(headers: "Set-Cookie"), .keeping(fields: "csrfToken")]
    let clean = RecordedExchange.redacting([exchange, exchange], by: redaction)[1]
    #expect(clean.requestHeaders == exchange.requestHeaders)
    #expect(clean.responseHeaders == exchange.responseHeaders)
    #expect(clean.body == exchange.body)
  }

  @Test(arguments: [
    ("http://a.test/?session_key=9161", #"{"n": 1}"#, #"{"n": 1}"#),
    ("http://a.test/", #"{"course_code": "CS101", "naics_code": "541511"}"#, #"{"n": 1}"#),
    ("http://a.test/", #"{"code": "CS101"}"#, #"{"code": "CS101"}"#),
    ("http://a.test/?session=2021", #"{"session": "2021"}"#, #"{"session": "2021"}"#),
  ])
  func `what only tells a thing from others stays`(url: String, body: String, answer: String) throws
  {
    let exchange = try exchange(url, body: body, answerBody: Data(answer.utf8))
    let clean = try redact(exchange, by: .standard)
    #expect(clean.url == url)
    #expect(clean.requestBody == exchange.requestBody && clean.body == exchange.body)
  }

  @Test func `a password stays hidden in the answer that repeats it, though it is a word`() throws {
    let body = #"{"password": "Anna", "pin": "4821"}"#
    let clean = try redact(
      try exchange(body: body, answerBody: Data(body.utf8)), by: .standard)
    for text in [clean.requestBody, clean.body] {
      #expect(String(decoding: text, as: UTF8.self).contains("Anna") == false)
    }
  }

  @Test func `what is kept by name stays in a line of text`() throws {
    let text = "token: sk_live_4eC39HqLyjWDarjtT1zdp7dc\npassword: hunter-22\n"
    let exchange = try exchange(
      "http://a.test/", headers: [:], body: "{}", answerBody: Data(text.utf8))
    let clean = try redact(exchange, by: [.keeping(fields: "token")])
    #expect(
      String(decoding: clean.body, as: UTF8.self)
        == text.replacing("hunter-22", with: "REDACTED-1"))
  }

  @Test func `a value that is kept stays, wherever it stands`() throws {
    let redaction: Redaction = [.keeping(values: "demo-token-1", "open sesame")]
    let exchange = try exchange(
      "http://a.test/of/demo-token-1?token=demo-token-1&password=open%20sesame",
      headers: ["Authorization": "Bearer demo-token-1", "Cookie": "sid=demo-token-1"],
      body: #"{"password": "open sesame", "token": "Bearer demo-token-1", "secret": "other-1"}"#,
      answerBody: Data("token=demo-token-1 other-1".utf8))
    let clean = try redact(exchange, by: redaction)
    #expect(clean.url == exchange.url)
    #expect(clean.requestHeaders == exchange.requestHeaders)
    #expect(
      String(decoding: clean.requestBody, as: UTF8.self)
        == #"{"password": "open sesame", "token": "Bearer demo-token-1", "secret": "REDACTED-1"}"#)
    #expect(clean.body == Data("token=demo-token-1 REDACTED-1".utf8))
  }

  @Test func `what stands at the end of a path that is kept stays`() throws {
    let redaction: Redaction = [.keeping(paths: "paging.Token", "users.secret", "/reset/*")]
    let exchange = try exchange(
      "http://a.test/reset/4f9Ac2e81Bd07f6e33", body: #"{"token": "abcdef-1", "pin": 7777}"#,
      answerBody: Data(
        #"{"paging": {"token": "next-page-1"}, "users": [{"secret": "s3same"}, {"secret": [5]}]}"#
          .utf8))
    let clean = try redact(exchange, by: redaction)
    #expect(clean.url == exchange.url)
    #expect(clean.requestBody == Data(#"{"token": "REDACTED-1", "pin": 1002}"#.utf8))
    #expect(clean.body == exchange.body)
    for path in ["token", "other.token", "paging.token.x", "/reset", "/reset/*/*", ""] {
      let other = try redact(exchange, by: [.keeping(paths: path)])
      #expect(!other.url.contains("4f9Ac2"), "\(path)")
      #expect(other.body != exchange.body, "\(path)")
    }
  }

  @Test func `none leaves everything but what is named beside it`() throws {
    let exchange = try exchange(
      "http://ann:sesame@a.test/?token=abc", headers: ["Authorization": "Bearer abc"],
      body: #"{"password": "p", "nick": "n"}"#)
    #expect(try redact(exchange, by: .none).requestBody == exchange.requestBody)
    #expect(try redact(exchange, by: .none).url == exchange.url)
    let clean = try redact(exchange, by: [.none, .fields("nick")])
    #expect(clean.requestHeaders == exchange.requestHeaders)
    #expect(clean.requestBody == Data(#"{"password": "p", "nick": "REDACTED-1"}"#.utf8))
  }

  @Test func `headers, always and by name`() throws {
    let result = try redact(
      try exchange(
        headers: ["Authorization": "Bearer abcdef", "X-Key": "k", "X-Other": "o", "Cookie": "a=1"],
        answer: [
          "Set-Cookie": "sid=1; Path=/", "set-cookie": "b=2", "Location": "/x?token=t#y",
          "Link": "</p?token=t>; rel=\"next\"", "X-Echo": "was abcdef",
        ]))
    #expect(
      result.requestHeaders == [
        "Authorization": "Bearer REDACTED-1", "Cookie": "a=REDACTED-2", "X-Key": "REDACTED-3",
        "X-Other": "o",
      ])
    #expect(
      result.responseHeaders == [
        "Set-Cookie": "sid=REDACTED-2; Path=/", "set-cookie": "b=REDACTED-4",
        "Location": "/x?token=REDACTED-5#y",
        "Link": "</p?token=REDACTED-5>; rel=\"next\"", "X-Echo": "was REDACTED-1",
      ])
  }

  @Test func `cookies by name, where they are kept`() throws {
    let redaction: Redaction = [.keeping(headers: "cookie", "Set-Cookie"), .cookies("sid")]
    let result = try redact(
      try exchange(
        headers: ["Cookie": "theme=dark; SID=\"abc def\"; x=1"],
        answer: ["Set-Cookie": "sid=abc; Path=/; Expires=Wed, 01 Jan 2031 00:00:00 GMT, b=2"]),
      by: redaction)
    #expect(result.requestHeaders["Cookie"] == "theme=dark; SID=REDACTED-1; x=1")
    #expect(
      result.responseHeaders["Set-Cookie"]
        == "sid=REDACTED-2; Path=/; Expires=Wed, 01 Jan 2031 00:00:00 GMT, b=2")
  }

  @Test func `a value is taken out of every other exchange, however it is written`() throws {
    let secret = "s3cret/+ \"x\""
    let json = StubJSON.string(secret).description
    let exchanges = [
      try exchange(answerBody: Data("{\"password\": \(json)}".utf8)),
      try exchange("http://a.test/s3cret%2F%2B%20%22x%22", headers: ["X-A": secret]),
      try exchange(body: "again=s3cret%2F%2B+%22x%22", answerBody: Data("[\(json)]".utf8)),
      try exchange(answerBody: Data([0xFF, 0]) + Data(secret.utf8) + Data([0xFE])),
      try exchange(answerBody: Data(Data(secret.utf8).base64EncodedString().utf8)),
    ]
    let redacted = RecordedExchange.redacting(exchanges, by: Self.redaction)
    #expect(redacted[0].body == Data("{\"password\": \"REDACTED-1\"}".utf8))
    #expect(redacted[1].url == "http://a.test/REDACTED-1")
    #expect(redacted[1].requestHeaders["X-A"] == "REDACTED-1")
    #expect(redacted[2].requestBody == Data("again=REDACTED-1".utf8))
    #expect(redacted[2].body == Data("[\"REDACTED-1\"]".utf8))
    #expect(redacted[3].body == Data([0xFF, 0]) + Data("REDACTED-1".utf8) + Data([0xFE]))
    #expect(redacted[4].body == Data(Data("REDACTED-1".utf8).base64EncodedString().utf8))
  }

  @Test func `cookies that look like words cost no body its words`() throws {
    let result = try redact(
      try exchange(
        headers: ["Cookie": "theme=default; id=9f8e7d6c5b"],
        answerBody: Data("the default of 9f8e7d6c5b".utf8)))
    #expect(result.body == Data("the default of REDACTED-2".utf8))
  }

  @Test func `a compressed body is undone, so that nothing hides in it`() throws {
    let packed = try #require(InflaterTests.gzip.first)
    var exchange = try exchange()
    exchange.answer(200, ["Content-Encoding": "gzip"], packed.data)
    let result = try redact(exchange)
    #expect(result.body == Data(packed.text.utf8))
    #expect(!result.responseHeaders.contains("Content-Encoding"))
  }

  @Test func `a body in another character set hides nothing`() throws {
    let latin1 = try #require(
      "{\"name\": \"Jos\u{E9}\", \"password\": \"abc\"}".data(using: .isoLatin1))
    let clean = try redact(try exchange(answerBody: latin1)).body
    #expect(
      String(data: clean, encoding: .isoLatin1) == #"{"name": "José", "password": "REDACTED-1"}"#)
  }

  @Test func `what stands in a redacted object is taken out of other places, too`() throws {
    let clean = try redact(
      try exchange(
        body: #"{"card": {"holder": {"pin": ["sesame-1"]}, "no": 4111222}}"#,
        answerBody: Data("sesame-1 and 4111222".utf8)))
    #expect(
      String(decoding: clean.requestBody, as: UTF8.self)
        == #"{"card": {"holder": {"pin": ["REDACTED-1"]}, "no": 1000002}}"#)
    #expect(clean.body == Data("REDACTED-1 and 1000002".utf8))
  }

  @Test func `what stands behind a list that is none is taken out of other places, too`() throws {
    let clean = try redact(
      try exchange(
        body: #"password=[p:x {"a": "b", "Password" : "sesame-77"}"#,
        answerBody: Data("said sesame-77 again".utf8)))
    #expect(clean.body == Data("said REDACTED-1 again".utf8))
  }

  @Test func `a part whose name is never closed hides no other part`() throws {
    let head = "Content-Disposition: form-data; name=\""
    let clean = try redact(
      try exchange(
        body: "--x\r\n\(head)a\r\n\r\n1\r\n--x\r\n\(head)card\"\r\n\r\n4111\r\n--x--\r\n"))
    #expect(
      String(decoding: clean.requestBody, as: UTF8.self)
        == "--x\r\n\(head)a\r\n\r\n1\r\n--x\r\n\(head)card\"\r\n\r\n1001\r\n--x--\r\n")
  }

  @Test func `damaged input is no danger`() throws {
    var mutator = Mutator(
      seed: 7,
      dictionary: ["\"password\":", "?token=", "\\", "\"", "{", "[", "form-data", "name=\""])
    let original = Array(
      #"{"password": "x", "a": [{"card": 1}]} ?token=abc&x; form-data name="password""#.utf8)
    for _ in 0..<1_000 {
      let body = Data(mutator.mutate(original))
      _ = try redact(try exchange(answerBody: body))
    }
  }
}

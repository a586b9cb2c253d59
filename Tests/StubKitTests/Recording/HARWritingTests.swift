import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct HARWritingTests {
  @Test(arguments: [
    ("application/xml; charset=utf-16", "<a/>"), ("text/plain; charset = iso-8859-1", "é"),
    ("text/plain; charset=iso-8859-1; note=utf-8", "é"), ("text/plain; charset=utf-8", "é"),
    ("text/plain; charset=iso-8859-1", "e"),
  ])
  func `a body is read again as it was written, whatever its charset`(
    type: String, text: String
  ) throws {
    let url = try #require(URL(string: "http://a.test/"))
    var forwarded = ForwardedExchange(of: URLRequest(url: url), body: nil)
    forwarded.response = StubResponse.Head(status: 200, headers: ["Content-Type": type])
    forwarded.body = Data(text.utf8)
    let archive = HARArchive(entries: [try HAREntry(RecordedExchange(forwarded))])
    let read = try HARArchive(parsing: archive.data).entries.first
    #expect(read?.response.body == Data(text.utf8))
  }

  @Test func `an exchange reads well line by line`() throws {
    var request = URLRequest(url: try #require(URL(string: "http://a.test/x?b=2&a")))
    request.httpMethod = "POST"
    request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    var forwarded = ForwardedExchange(of: request, body: Data("hi".utf8))
    forwarded.response = StubResponse.Head(status: 201, headers: ["Content-Type": "a/b"])
    forwarded.body = Data([0, 1])
    var exchange = RecordedExchange(forwarded)
    exchange.start = Date(timeIntervalSince1970: 1_740_906_900.5)
    (exchange.wait, exchange.receive) = (.microseconds(1_239), .milliseconds(20))
    let archive = HARArchive(entries: [try HAREntry(exchange)])
    #expect(
      String(decoding: archive.data, as: UTF8.self) == """
        {
          "log": {
            "version": "1.2",
            "creator": {
              "version": "1",
              "name": "StubKit"
            },
            "entries": [
              {
                "startedDateTime": "2025-03-02T09:15:00.500Z",
                "time": 21.23,
                "request": {
                  "method": "POST",
                  "url": "http://a.test/x?b=2&a",
                  "httpVersion": "HTTP/1.1",
                  "cookies": [],
                  "headers": [
                    { "name": "Content-Type", "value": "text/plain" }
                  ],
                  "queryString": [
                    { "name": "b", "value": "2" },
                    { "name": "a", "value": "" }
                  ],
                  "postData": {
                    "mimeType": "text/plain",
                    "text": "hi"
                  },
                  "headersSize": -1,
                  "bodySize": 2
                },
                "response": {
                  "status": 201,
                  "statusText": "",
                  "httpVersion": "HTTP/1.1",
                  "cookies": [],
                  "headers": [
                    { "name": "Content-Type", "value": "a/b" }
                  ],
                  "content": {
                    "size": 2,
                    "mimeType": "a/b",
                    "text": "AAE=",
                    "encoding": "base64"
                  },
                  "redirectURL": "",
                  "headersSize": -1,
                  "bodySize": -1
                },
                "cache": {},
                "timings": {
                  "send": 0,
                  "wait": 1.23,
                  "receive": 20.0
                }
              }
            ]
          }
        }

        """)
  }

  @Test(arguments: [
    ("", "plain"), ("text/plain; charset=utf-8", "é – 😀\u{2028}\r\n\t\"\\/"),
    ("text/plain; charset=iso-8859-1", "é"), ("application/json", "{\"a\": \"\u{0}\"}"),
    ("application/json", "\u{FEFF}{}"), ("x/y", ""),
  ])
  func `a body that is written and read again is the same`(type: String, text: String) throws {
    for body in [Data(text.utf8), Data(text.utf8) + [0xFF]] {
      var request = URLRequest(url: try #require(URL(string: "http://a.test/")))
      request.setValue(type, forHTTPHeaderField: "Content-Type")
      var forwarded = ForwardedExchange(of: request, body: body)
      forwarded.response = StubResponse.Head(status: 200, headers: ["Content-Type": type])
      forwarded.body = body
      let archive = HARArchive(entries: [try HAREntry(RecordedExchange(forwarded))])
      let entry = try #require(try HARArchive(parsing: archive.data).entries.first)
      #expect(entry.response.body == body)
      #expect((entry.request.body?.data ?? Data()) == body)
    }
  }

  @Test func `an error is written without its text`() throws {
    let url = try #require(URL(string: "http://a.test/"))
    var forwarded = ForwardedExchange(of: URLRequest(url: url), body: nil)
    forwarded.error = URLError(.timedOut, "the secret is 42")
    let archive = HARArchive(entries: [try HAREntry(RecordedExchange(forwarded))])
    #expect(!String(decoding: archive.data, as: UTF8.self).contains("the secret"))
    let entry = try #require(try HARArchive(parsing: archive.data).entries.first)
    #expect((entry.stubResponse(timing: .immediate).fault() as? URLError)?.code == .timedOut)
  }

  @Test func `a failure takes as long as it took, if timing counts`() throws {
    let url = try #require(URL(string: "http://a.test/"))
    var forwarded = ForwardedExchange(of: URLRequest(url: url), body: nil)
    forwarded.error = URLError(.timedOut)
    var exchange = RecordedExchange(forwarded)
    (exchange.wait, exchange.receive) = (.zero, .seconds(60))
    let entry = try HAREntry(exchange)
    #expect(entry.stubResponse(timing: .immediate).plan().lines == ["0.0 fail -1001"])
    #expect(entry.stubResponse(timing: .recorded).plan().lines == ["60.0 fail -1001"])
  }

  @Test(arguments: [600, 999])
  func `a status that no standard knows is written, read and answered`(status: Int) throws {
    let url = try #require(URL(string: "http://a.test/"))
    var forwarded = ForwardedExchange(of: URLRequest(url: url), body: nil)
    forwarded.response = StubResponse.Head(status: status, headers: [:])
    let archive = HARArchive(entries: [try HAREntry(RecordedExchange(forwarded))])
    let entry = try #require(try HARArchive(parsing: archive.data, isStrict: true).entries.first)
    #expect(entry.stubResponse(timing: .immediate).reply()?.status == status)
  }

  @Test func `of a compressed upload the GraphQL operation counts`() throws {
    let url = try #require(URL(string: "http://a.test/"))
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("gzip", forHTTPHeaderField: "Content-Encoding")
    let users = "H4sIAAAAAAACA6tWKixNLapUsoLQCqHFqUXFCtUKpVA6M0WhVqFWqRYAyJdC2CgAAAA="
    let shops = "H4sIAAAAAAACA6tWKixNLapUsoLQCsEZ+QXFCtUKxVA6M0WhVqFWqRYAt+jqFygAAAA="
    let exchange = ForwardedExchange(of: request, body: Data(base64Encoded: users))
    let archive = HARArchive(entries: [try HAREntry(RecordedExchange(exchange))])
    let registry = StubRegistry()
    let condition = try #require(
      try archive.stubs(matching: .standard, timing: .immediate).first?.condition)
    registry.given(condition, line: 1)
    for (body, isMeant) in [(users, true), (shops, false)] {
      let data = Data(base64Encoded: body)
      #expect((registry.decide(request, body: data).claim != nil) == isMeant)
      request.httpBody = data
      #expect(condition(request) == isMeant)
    }
    #expect(registry.explain(request).contains(#"the operation is the query "Shops""#))
  }

  @Test func `names in a compressed upload count`() throws {
    let entries = (1...2).map { number in
      #"""
      {"request": {"method": "POST", "url": "http://a.test/", "postData":
        {"mimeType": "application/json", "text": "{\"token\": \"REDACTED-\#(number)\"}"}},
       "response": {"status": 20\#(number)}}
      """#
    }
    let text =
      #"{"log": {"_redacted": ["REDACTED-1", "REDACTED-2"], "entries": [\#(entries.joined(separator: ","))]}}"#
    let archive = try HARArchive(parsing: Data(text.utf8))
    let registry = StubRegistry()
    for stub in try archive.stubs(matching: .standard, timing: .immediate) {
      registry.stub(condition: stub.condition, response: stub.response)
    }
    var request = URLRequest(url: try #require(URL(string: "http://a.test/")))
    request.httpMethod = "POST"
    let body = Data(base64Encoded: "H4sIAAAAAAACA6tWKsnPTs1TslJQCnJ1cXQOcXXRNVKqBQDaygNPFwAAAA==")
    for _ in 1...2 {
      let claim = try #require(registry.decide(request, body: body).claim)
      guard case .value(let response) = claim.stub.responder else {
        Issue.record("The answer is no value.")
        continue
      }
      #expect(response.reply()?.status == 202)
    }
  }

  /// Bodies as gzip, as they are, and others.
  static let packed = [
    (
      "application/json",
      "H4sIAAAAAAACA6tWykvMTVWyUlByTElU0lFQKkgsLi7PL0oBCRWUK9UCAGewoeYhAAAA",
      #"{"password": "another", "name": "Ada"}"#, "H4sIAAAAAAACA6tWykvMTVWyUlByyk9SqgUA4OHtdg8AAAA="
    ),
    (
      "application/x-www-form-urlencoded", "H4sIAAAAAAACA0u0NVRLsjUCAPjrPfgHAAAA", "b=2&a=1",
      "H4sIAAAAAAACAyvISczMUyjPL0opBgCJ8rixCwAAAA=="
    ),
    (
      "text/plain", "H4sIAAAAAAACAyvISczMUyjPL0opBgCJ8rixCwAAAA==", "plain words",
      "H4sIAAAAAAACA0u0NVRLsjUCAPjrPfgHAAAA"
    ),
  ]

  @Test(arguments: packed)
  func `an upload that was compressed answers the same one`(
    type: String, packed: String, plain: String, other: String
  ) throws {
    var request = URLRequest(url: try #require(URL(string: "http://a.test/")))
    request.httpMethod = "POST"
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    request.setValue("gzip", forHTTPHeaderField: "Content-Encoding")
    let body = try #require(Data(base64Encoded: packed))
    let forwarded = ForwardedExchange(of: request, body: body)
    let names = SecretNames()
    let exchanges = RecordedExchange.redacting(
      [RecordedExchange(forwarded)], by: .standard, naming: names)
    var archive = HARArchive(entries: try exchanges.map { try HAREntry($0) })
    archive.names = names.texts
    let condition = try #require(
      try archive.stubs(matching: [.method, .path, .body], timing: .immediate).first?.condition)
    for (body, isMeant) in [
      (body, true), (Data(plain.utf8), true), (Data(base64Encoded: other) ?? Data(), false),
      (body.dropLast(), false),
    ] {
      request.httpBody = body
      #expect(condition(request) == isMeant)
      let registry = StubRegistry()
      registry.given(condition, line: 1)
      let isClaimed =
        if case .claimed = registry.decide(request, body: body) { true } else { false }
      #expect(isClaimed == isMeant)
    }
    request.httpBody = Data(base64Encoded: other)
    let finding = condition.evaluate(StubRequest(request)).description
    #expect(!finding.contains("not UTF-8"))
  }
}

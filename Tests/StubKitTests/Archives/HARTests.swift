import Foundation
import TestPlaces
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Archives in the manner of three browsers and a proxy, answering a registry's requests.
struct HARTests {
  private func registry(
    _ name: String, matching parts: ArchiveMatching = .standard,
    timing: ArchiveTiming = .immediate
  ) throws -> StubRegistry {
    let registry = StubRegistry()
    try registry.stub(har: Self.archive(name), matching: parts, timing: timing)
    return registry
  }

  static func archive(_ name: String) throws -> URL {
    try #require(
      Bundle.module.url(forResource: name, withExtension: "har", subdirectory: "Fixtures/Archives"))
  }

  @Test func `Chrome: text, base64, cookies in one field and a failed request`() throws {
    let chrome = try registry("chrome")
    #expect(chrome.stubs.count == 3)

    let home = try #require(try chrome.reply(to: "GET", "https://pond.test"))
    #expect(home.status == 200)
    #expect(home.text == "<h1>The pond – home</h1>")
    #expect(
      Array(home.headers) == [
        StubHeaders.Field(name: "content-type", value: "text/html; charset=utf-8"),
        StubHeaders.Field(name: "set-cookie", value: "lily=1; path=/"),
        StubHeaders.Field(name: "set-cookie", value: "reed=2; path=/"),
        StubHeaders.Field(name: "Content-Length", value: "26"),
      ])

    let duck = try #require(
      try chrome.reply(to: "GET", "https://pond.test/duck.png?size=small&v=2"))
    let data = try #require(duck.data)
    #expect(Array(data) == [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])
    #expect(try chrome.answer(to: "GET", "https://pond.test/duck.png") == nil)
    #expect(try chrome.answer(to: "POST", "https://pond.test/") == nil)
    #expect(try chrome.answer(to: "GET", "http://pond.test/") == nil)

    let banner = try #require(try chrome.answer(to: "GET", "https://ads.test/banner"))
    #expect((banner.error as? URLError)?.code == .cannotFindHost)
  }

  @Test func `Firefox: a form without text, a redirect, a cookie and answers in turn`() throws {
    let firefox = try registry("firefox")
    let login = try #require(try firefox.reply(to: "POST", "http://pond.test:8080/login"))
    #expect(login.status == 303)
    #expect(
      login.headers == [
        "Location": "/welcome",
        "Set-Cookie":
          "sid=s1; Path=/; Domain=pond.test; SameSite=Lax; Expires=Mon, 01 Jan 2035 00:00:00 GMT; "
          + "HttpOnly",
        "Content-Length": "0",
      ])
    #expect(try firefox.answer(to: "POST", "http://pond.test/login") == nil)

    let welcome = try #require(try firefox.reply(to: "GET", "http://pond.test:8080/welcome"))
    #expect(welcome.data == "Grüß dich".data(using: .isoLatin1))
    #expect(
      welcome.headers == ["Content-Type": "text/plain; charset=iso-8859-1", "Content-Length": "9"])

    let states = try (0..<3).map { _ in
      try firefox.reply(to: "GET", "http://pond.test:8080/status")?.text
    }
    #expect(
      states == [#"{"state":"waking"}"#, #"{"state":"awake"}"#, #"{"state":"awake"}"#])

    let large = try #require(try firefox.answer(to: "GET", "http://pond.test:8080/large"))
    #expect(
      large.error?.localizedDescription == """
        The archive lacks 99999999 bytes of the body for GET http://pond.test:8080/large. \
        It is entries[4] of \(try Self.archive("firefox").path).
        """)
  }

  @Test func `Firefox: forms are compared by their fields, if bodies count`() throws {
    let firefox = try registry("firefox", matching: [.method, .path, .body])
    #expect(try firefox.answer(to: "POST", "http://x.test/login", body: "user=ann&word=c") == nil)
    #expect(
      try firefox.answer(to: "POST", "http://x.test/login", body: "word=a+%26+b&user=ann") != nil)
  }

  @Test func `Safari: bodies tell requests apart, HEAD keeps its length`() throws {
    let safari = try registry("safari")
    let url = "https://api.pond.test/v1/ducks"
    #expect(try safari.reply(to: "POST", url, body: #"{ "name": "Bob" }"#)?.text == #"{"id":2}"#)
    #expect(try safari.reply(to: "POST", url, body: #"{"name":"Ada"}"#)?.text == #"{"id":1}"#)
    #expect(try safari.answer(to: "POST", url, body: "{}") == nil)
    #expect(try safari.reply(to: "HEAD", url + "/1")?.headers["Content-Length"] == "44")

    let strict = try registry("safari", matching: [.method, .host, .path, .query, .body])
    #expect(try strict.reply(to: "POST", url, body: #"{"name": "Ada"}"#)?.text == #"{"id":1}"#)
    #expect(try strict.answer(to: "POST", url, body: #"{"name":"Eve"}"#) == nil)

    let byOrder = try registry("safari", matching: [.standard, .anyBody])
    #expect(byOrder.stubs.count == 2)
    let ids = try (0..<2).map { _ in try byOrder.reply(to: "POST", url, body: "{}")?.text }
    #expect(ids == [#"{"id":1}"#, #"{"id":2}"#])
  }

  @Test func `a proxy: compressed bodies, missing parts, no answer`() throws {
    let proxy = try registry("proxy")
    let frogs = try #require(try proxy.reply(to: "GET", "http://frogs.test/"))
    #expect(frogs.text == #"{"frogs":3}"#)
    #expect(frogs.headers == ["Content-Type": "application/json", "Content-Length": "11"])
    let answer = try #require(try proxy.answer(to: "GET", "http://frogs.test/unanswered"))
    #expect(
      answer.error?.localizedDescription == """
        The archive has no response for GET http://frogs.test/unanswered. It is entries[1] of \
        \(try Self.archive("proxy").path).
        """)
  }

  @Test func `recorded timing waits for the head and spreads the body`() throws {
    let timed = try registry("firefox", timing: .recorded)
    let answer = try #require(try timed.answer(to: "GET", "http://pond.test:8080/welcome"))
    let lines = DeliveryPlan(for: answer, under: .init()).lines
    #expect(lines.first == "0.007 head")
    #expect(lines.last == "0.01 finish")

    let chrome = try registry("chrome", timing: .recorded)
    let home = try #require(try chrome.answer(to: "GET", "https://pond.test/"))
    #expect(DeliveryPlan(for: home, under: .init()).lines.first == "0.06 head")
  }

  @Test func `entries are ordinary stubs that can be looked up`() throws {
    let chrome = try registry("chrome")
    #expect(
      chrome.stubs.map(\.condition.description) == [
        #"isMethodGET() && isHost("pond.test") && isPort(443) && isPath("/") && hasExactQuery([:])"#,
        #"isMethodGET() && isHost("pond.test") && isPort(443) && isPath("/duck.png") "#
          + #"&& hasExactQuery(["size": "small", "v": "2"])"#,
        #"isMethodGET() && isHost("ads.test") && isPort(443) && isPath("/banner") "#
          + #"&& hasExactQuery([:])"#,
      ])
    #expect(chrome.stubs.map(\.name) == ["chrome.har", "chrome.har", "chrome.har"])
    #expect(chrome.unusedStubs.isEmpty)
  }

  @Test func `what was redacted matches anything`() throws {
    let archive = """
      {"log": {"entries": [
        {"request": {"url": "http://a.test/REDACTED/x?key=REDACTED&n=1"},
         "response": {"status": 201}},
        {"request": {"url": "http://a.test/1/x?key=REDACTED"}, "response": {"status": 202}},
        {"request": {"url": "http://a.test/1/x?key=mine"}, "response": {"status": 203}}
      ]}}
      """
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"))
    #expect(try registry.reply(to: "GET", "http://a.test/s3cret/x?n=1&key=k")?.status == 201)
    #expect(try registry.reply(to: "GET", "http://a.test/1/x?key=yours")?.status == 202)
    #expect(try registry.reply(to: "GET", "http://a.test/1/x?key=mine")?.status == 203)
    #expect(try registry.answer(to: "GET", "http://a.test/1/x?key=a&key=b") == nil)
    #expect(try registry.answer(to: "GET", "http://a.test/1/2/x?key=a&n=1") == nil)
  }

  @Test func `what was redacted in a path matches within its segment, also an encoded slash`()
    throws
  {
    let archive = """
      {"log": {"entries": [
        {"request": {"url": "http://a.test/reset/REDACTED"}, "response": {"status": 201}},
        {"request": {"url": "http://a.test/a%2Fb/v1-REDACTED.json"}, "response": {"status": 202}}
      ]}}
      """
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"))
    #expect(try registry.reply(to: "GET", "http://a.test/reset/x%2Fy")?.status == 201)
    #expect(try registry.reply(to: "GET", "http://a.test/reset/x/")?.status == 201)
    #expect(try registry.reply(to: "GET", "http://a.test/a%2Fb/v1-x.json")?.status == 202)
    #expect(try registry.reply(to: "GET", "http://a.test/a/b/v1-x.json")?.status == 202)
    for path in ["reset", "reset/", "reset/x/y", "reset/x%2Fy/z", "a%2Fb/v1-x", "a%2Fb/v2-x.json"] {
      #expect(try registry.answer(to: "GET", "http://a.test/\(path)") == nil, "\(path)")
    }
  }

  @Test func `a redacted item of the query is another one than its namesakes`() throws {
    let archive = """
      {"log": {"entries": [
        {"request": {"url": "http://a.test/?tag=1&tag=REDACTED"}, "response": {"status": 201}}
      ]}}
      """
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"))
    #expect(try registry.reply(to: "GET", "http://a.test/?tag=2&tag=1")?.status == 201)
    #expect(try registry.reply(to: "GET", "http://a.test/?tag=1&tag=1")?.status == 201)
    #expect(try registry.answer(to: "GET", "http://a.test/?tag=1&other=5") == nil)
    #expect(try registry.answer(to: "GET", "http://a.test/?tag=2&tag=3") == nil)
  }

  /// An archive of POST requests to one address, each with its body and the status of its answer.
  private static func posts(_ requests: [(body: String, status: Int)]) -> String {
    let entries = requests.map { body, status in
      """
      {"request": {"method": "POST", "url": "http://a.test/", \(body)},
       "response": {"status": \(status)}}
      """
    }
    return #"{"log": {"entries": [\#(entries.joined(separator: ",\n"))]}}"#
  }

  private static func json(_ text: String) -> String {
    #""postData": {"mimeType": "application/json", "text": \#(StubJSON.string(text))}"#
  }

  @Test(arguments: [
    "", #", "postData": {"mimeType": "a/b"}"#,
    #", "postData": {"mimeType": "multipart/form-data", "text": "", "params": []}"#,
    #", "postData": {"mimeType": "multipart/form-data", "params": [{"name": "a", "value": "1"}]}"#,
  ])
  func `a body that the archive does not tell may be any that it has for no other request`(
    posted: String
  ) throws {
    let archive = Self.posts([
      (Self.json(#"{"n": 1}"#), 201), (#""bodySize": 3000000"# + posted, 202),
      (#""bodySize": 0"#, 203),
    ])
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"))
    #expect(try registry.reply(to: "POST", "http://a.test/", body: "x")?.status == 202)
    #expect(try registry.reply(to: "POST", "http://a.test/", body: #"{"n":1}"#)?.status == 201)
    #expect(try registry.reply(to: "POST", "http://a.test/")?.status == 203)
  }

  @Test func `where bodies count, a request without one answers no other`() throws {
    let archive = Self.posts([
      (Self.json(#"{"n": 1}"#), 201), (#""bodySize": 3000000"#, 202), (#""bodySize": 0"#, 203),
    ])
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(
      har: try directory.write(archive, to: "a.har"), matching: [.standard, .body])
    #expect(try registry.reply(to: "POST", "http://a.test/", body: #"{"n":1}"#)?.status == 201)
    #expect(try registry.reply(to: "POST", "http://a.test/", body: "x")?.status == 202)
    #expect(try registry.reply(to: "POST", "http://a.test/")?.status == 203)
    registry.stubs.first?.remove()
    #expect(try registry.answer(to: "POST", "http://a.test/", body: "x") == nil)
  }

  @Test func `of several redacted fields with one name the one that says most has its match first`()
    throws
  {
    let form = #""postData": {"mimeType": "application/x-www-form-urlencoded", "text": "#
    let archive = Self.posts([
      (form + #""q=REDACTED&q=aREDACTED"}"#, 201), (form + #""other=1"}"#, 202),
    ])
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"))
    for (body, status) in [("q=ab&q=zz", 201), ("q=zz&q=ab", 201), ("q=zz&q=yy", nil)] {
      let reply = try registry.reply(to: "POST", "http://a.test/", body: body)
      #expect(reply?.status == status, "\(body)")
    }
  }

  @Test func `canonical equivalents are requests of their own`() throws {
    let form = #""postData": {"mimeType": "application/x-www-form-urlencoded", "text": "%@"}"#
    func posted(_ text: String) -> String { form.replacingOccurrences(of: "%@", with: text) }
    let archive = Self.posts([(posted("q=%C3%A9"), 201), (posted("q=e%CC%81"), 202)])
    let paths = archive.replacingOccurrences(of: "POST", with: "GET")
      .replacing("a.test/\"", with: "a.test/caf%C3%A9?q\"", maxReplacements: 1)
      .replacingOccurrences(of: "a.test/\"", with: "a.test/cafe%CC%81?q\"")
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"))
    try registry.stub(har: try directory.write(paths, to: "b.har"))
    for (text, path, status) in [("e%CC%81", "cafe%CC%81", 202), ("%C3%A9", "caf%C3%A9", 201)] {
      let posted = try registry.reply(to: "POST", "http://a.test/", body: "q=" + text)
      #expect(posted?.status == status)
      #expect(try registry.reply(to: "GET", "http://a.test/\(path)?q")?.status == status)
    }
  }

  @Test func `a search is no GraphQL document`() throws {
    let id = "0B5A1C2E-7C7B-4B0B-9F6B-1A2B3C4D5E6F"
    let archive = Self.posts([
      (Self.json(#"{"query": "shoes", "id": "\#(id)"}"#), 201),
      (Self.json(#"{"query": "hats", "id": "\#(id)"}"#), 202),
    ])
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"))
    let body = #"{"query": "hats", "id": "\#(UUID().uuidString)"}"#
    #expect(try registry.reply(to: "POST", "http://a.test/", body: body)?.status == 202)
  }

  @Test func `bodies are compared byte by byte`() throws {
    let archive = Self.posts([
      (#""postData": {"mimeType": "application/x-www-form-urlencoded", "text": "e%CC%81=1"}"#, 201),
      (Self.json("{\"e\u{301}\": 1}"), 202),
    ])
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"))
    #expect(try registry.reply(to: "POST", "http://a.test/", body: "e%CC%81=1")?.status == 201)
    #expect(try registry.answer(to: "POST", "http://a.test/", body: "%C3%A9=1") == nil)
    #expect(
      try registry.reply(to: "POST", "http://a.test/", body: "{\"e\u{301}\": 1}")?.status == 202)
    #expect(try registry.answer(to: "POST", "http://a.test/", body: "{\"\u{E9}\": 1}") == nil)
  }

  @Test func `a slash at the end counts where the archive has both spellings`() throws {
    let archive = """
      {"log": {"entries": [
        {"request": {"url": "http://a.test/docs"}, "response": {"status": 200}},
        {"request": {"url": "http://a.test/docs/"},
         "response": {"status": 308, "headers": [{"name": "Location", "value": "/docs"}]}},
        {"request": {"url": "http://a.test/docs/?a"}, "response": {"status": 201}},
        {"request": {"url": "http://a.test/"}, "response": {"status": 202}},
        {"request": {"url": "http://a.test"}, "response": {"status": 203}}
      ]}}
      """
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"))
    for (path, status) in [
      ("/docs/", 308), ("/docs", 200), ("/docs", 200), ("/docs/", 308), ("/docs?a", 201),
      ("/docs/?a", 201), ("", 202), ("/", 203),
    ] {
      #expect(
        try registry.reply(to: "GET", "http://a.test" + path)?.status == status, "\(path)")
    }
  }

  @Test func `a path whose escapes are not UTF-8 is not the root`() throws {
    let archive = """
      {"log": {"entries": [
        {"request": {"url": "http://a.test/caf%E9"}, "response": {"status": 201}}
      ]}}
      """
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"))
    #expect(try registry.reply(to: "GET", "http://a.test/caf%E9")?.status == 201)
    for path in ["", "/", "/caf%E8"] {
      #expect(try registry.answer(to: "GET", "http://a.test" + path) == nil, "\(path)")
    }
  }

  @Test func `a body with another time takes the next answer, and one of the archive its own`()
    throws
  {
    let archive = Self.posts([
      (Self.json(#"{"at": "2026-01-01T10:00:00Z", "a": [{"n": 1700000001.5}]}"#), 201),
      (Self.json(#"{"at": "2026-01-01T10:00:01Z", "a": [{"n": 1700000002}]}"#), 202),
      (Self.json(#"{"at": "2026-01-01", "a": []}"#), 203),
    ])
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"), expected: 1)
    func status(_ body: String) throws -> Int? {
      try registry.reply(to: "POST", "http://a.test/", body: body)?.status
    }
    #expect(try status(#"{"at": "2026-01-01T10:00:01Z", "a": [{"n": 1700000002}]}"#) == 202)
    #expect(try status(#"{"at": "2026-01-01T10:00:00Z", "a": [{"n": 1700000001.5}]}"#) == 201)
    #expect(try status(#"{"at": "2026-01-01", "a": []}"#) == 203)
    try registry.verify()
    #expect(try status(#"{"at": "2026-03-01T10:00:00Z", "a": [{"n": 1800000000}]}"#) == 201)
    #expect(try status(#"{"at": "2026-03-01T10:00:00Z", "a": [{"n": 1800000001}]}"#) == 202)
    #expect(try status(#"{"at": "2026-01-02", "a": []}"#) == nil)
    #expect(try status(#"{"at": "2026-03-01T10:00:00Z", "a": []}"#) == nil)
  }

  @Test func `requests that differ from the archive in a new value use all of its stubs`() throws {
    let archive = Self.posts([
      (Self.json(#"{"id": "0B5A1C2E-7C7B-4B0B-9F6B-1A2B3C4D5E6F"}"#), 201),
      (Self.json(#"{"id": "1B5A1C2E-7C7B-4B0B-9F6B-1A2B3C4D5E6F"}"#), 202),
    ])
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"), expected: 1)
    for status in [201, 202] {
      let body = #"{"id": "\#(UUID().uuidString)"}"#
      #expect(try registry.reply(to: "POST", "http://a.test/", body: body)?.status == status)
    }
    try registry.verify()
  }

  @Test func `a request without an answer hears which archive was asked, and where it was given`()
    throws
  {
    let registry = StubRegistry()
    let line = #line + 1
    let stubs = try registry.stub(har: try Self.archive("chrome"))
    let request = try URLRequest.to("https://pond.test/goose.png")
    let remark = "\nchrome.har, an archive given at HARTests.swift:\(line), has no answer to it.\n"
    #expect(registry.explain(request).contains(remark))
    for stub in stubs { stub.remove() }
    #expect(!registry.explain(request).contains("chrome.har"))
  }

  @Test func `a GraphQL document is never a value that may be another one`() throws {
    let hashes = ["a1", "b2"].map { String(repeating: $0, count: 32) }
    func body(_ hash: String) -> String {
      #"{"extensions": {"persistedQuery": {"sha256Hash": "\#(hash)"}}, "variables": {"v": 1}}"#
    }
    let archive = Self.posts([(Self.json(body(hashes[0])), 201), (Self.json(body(hashes[1])), 202)])
    let directory = TemporaryFolder()
    let registry = StubRegistry()
    try registry.stub(har: try directory.write(archive, to: "a.har"))
    #expect(try registry.reply(to: "POST", "http://a.test/", body: body(hashes[1]))?.status == 202)
    let third = String(repeating: "c3", count: 32)
    #expect(try registry.answer(to: "POST", "http://a.test/", body: body(third)) == nil)
  }

  @Test func `the policy for what is not in the archive is set`() throws {
    let registry = StubRegistry(unmatched: .passThrough)
    try registry.stub(har: try Self.archive("chrome"))
    #expect(registry.unmatched.description == ".passThrough")
    try registry.stub(har: try Self.archive("chrome"), unmatched: .fail)
    #expect(registry.unmatched.description == ".fail")
  }

  @Test(arguments: ["chrome", "firefox", "safari", "proxy"])
  func `an archive that is written again has lost nothing`(name: String) throws {
    let data = try Data(contentsOf: try Self.archive(name))
    let archive = try HARArchive(parsing: data)
    #expect(try archive.json == StubJSON(parsing: data))
    let written = archive.data
    #expect(try StubJSON(parsing: written) == StubJSON(parsing: data))
    #expect(try HARArchive(parsing: written).data == written)
  }
}

extension StubRegistry {
  /// What a request gets, or nil if no stub matches it.
  func answer(to method: String, _ url: String, body: String? = nil) throws -> ResolvedResponse? {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = method
    let decision = decide(request, body: body.map { Data($0.utf8) })
    guard let claim = decision.claim else { return nil }
    switch claim.stub.responder {
    case .value(let response):
      return response.resolved(turn: claim.turn, to: claim.request.method)
    case .closure(let make):
      return try make(claim.request).resolved(turn: claim.turn, to: claim.request.method)
    case .asyncClosure:
      return nil
    }
  }

  /// The reply that a request gets, or nil if there is none.
  func reply(to method: String, _ url: String, body: String? = nil) throws -> Reply? {
    guard case .reply(let reply) = try answer(to: method, url, body: body)?.content else {
      return nil
    }
    return reply
  }
}

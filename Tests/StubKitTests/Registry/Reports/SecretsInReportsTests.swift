import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What reports, events and descriptions say of requests that have secrets.
struct SecretsInReportsTests {
  private let registry = StubRegistry()

  /// The line of a report on one criterion.
  private func line(
    _ condition: RequestMatcher, _ address: String = "https://a.test/x",
    headers: [String: String] = [:], body: String? = nil
  ) throws -> String {
    let request = try URLRequest.to(address, method: "POST", headers: headers, body: body)
    return condition.evaluate(StubRequest(request)).description
  }

  @Test(arguments: [
    (
      hasBearerToken("abc"), ["Authorization": "Bearer s3cret-12345"],
      #"✗ hasBearerToken("abc"): the Bearer credentials are "REDACTED" (another one, 12 characters)"#
    ),
    (
      hasBasicAuth(user: "ann", password: "right"), ["Authorization": "Basic YW5uOndyb25nIQ=="],
      #"✗ hasBasicAuth(user: "ann", password: "right"): the Basic credentials are "ann:REDACTED" "#
        + "(another one, 6 characters)"
    ),
    (
      hasBasicAuth(user: "bob", password: "wrong!"), ["Authorization": "Basic YW5uOndyb25nIQ=="],
      #"✗ hasBasicAuth(user: "bob", password: "wrong!"): the Basic credentials are "ann:wrong!""#
    ),
    (
      hasBearerToken("abc"), ["Authorization": "Basic YW5uOndyb25nIQ=="],
      #"✗ hasBearerToken("abc"): the header "Authorization" is "Basic ann:REDACTED""#
    ),
    (
      // The service takes its key for the user.
      hasBasicAuth(user: "sk", password: "x1"),
      [
        "Authorization":
          "Basic " + Data("sk_live_4eC39HqLyjWDarjtT1zdp7dc:x2".utf8).base64EncodedString()
      ],
      #"✗ hasBasicAuth(user: "sk", password: "x1"): the Basic credentials are "REDACTED" "#
        + "(another one, 2 characters)"
    ),
    (
      hasBasicAuth(user: "AKIA", password: "x1"),
      ["Authorization": "Basic " + Data("AKIAIOSFODNN7EXAMPLE:x2".utf8).base64EncodedString()],
      #"✗ hasBasicAuth(user: "AKIA", password: "x1"): the Basic credentials are "REDACTED" "#
        + "(another one, 2 characters)"
    ),
    (
      hasBasicAuth(user: "9f", password: "x1"),
      [
        "Authorization":
          "Basic " + Data("9f86d081884c7d659a2feaa0c55ad015:x2".utf8).base64EncodedString()
      ],
      #"✗ hasBasicAuth(user: "9f", password: "x1"): the Basic credentials are "REDACTED" "#
        + "(another one, 2 characters)"
    ),
    (
      hasBasicAuth(user: "a", password: "b"), ["Authorization": "Basic nonsense"],
      #"✗ hasBasicAuth(user: "a", password: "b"): the Basic credentials are "REDACTED""#
    ),
    (
      hasCookie("sid", value: "x"), ["Cookie": "theme=dark; sid=s3ss"],
      #"✗ hasCookie("sid", value: "x"): the cookie "sid" is "REDACTED" (another one, 4 characters)"#
    ),
    (
      hasCookie("id"), ["Cookie": "theme=dark; sid=s3ss"],
      #"✗ hasCookie("id"): the header "Cookie" is "theme=REDACTED; sid=REDACTED""#
    ),
    (
      hasHeaderNamed("Authorization", value: "Bearer old-12"), ["Authorization": "bearer old-12"],
      #"✗ hasHeaderNamed("Authorization", value: "Bearer old-12"): the header "Authorization" is "#
        + #""bearer old-12""#
    ),
    (
      hasHeaderNamed("X-Api-Key", value: "k1"), ["X-Api-Key": "k2"],
      #"✗ hasHeaderNamed("X-Api-Key", value: "k1"): the header "X-Api-Key" is "REDACTED" "#
        + "(another one, 2 characters)"
    ),
    (
      headerMatches("X-Api-Key", "^a"), ["X-Api-Key": "k2"],
      #"✗ headerMatches("X-Api-Key", "^a"): the header "X-Api-Key" is "REDACTED""#
    ),
    (
      hasHeaderNamed("X-Page", value: "1"), ["X-Page": "2", "X-Api-Key": "k2"],
      #"✗ hasHeaderNamed("X-Page", value: "1"): the header "X-Page" is "2""#
    ),
  ])
  func `a header that is not the one a test names`(
    condition: RequestMatcher, headers: [String: String], expected: String
  ) throws {
    #expect(try line(condition, headers: headers) == expected)
  }

  @Test(arguments: [
    (
      containsQuery(["token": "abc"]), "https://a.test/?page=2&token=xyz",
      #"✗ containsQuery(["token": "abc"]): token: expected "abc", found "REDACTED" "#
        + "(another one, 3 characters)"
    ),
    (
      containsQuery(["page": "1", "token": "xyz"]), "https://a.test/?page=2&token=xyz",
      #"✗ containsQuery(["page": "1", "token": "xyz"]): page: expected "1", found "2""#
    ),
    (
      hasExactQuery(["page": "1"]), "https://a.test/?page=1&token=xyz",
      #"✗ hasExactQuery(["page": "1"]): token: expected nothing, found "REDACTED""#
    ),
    (
      isAbsoluteURLString("https://a.test/?token=abc"), "https://ann:sesame@a.test/?token=xyz#f",
      #"✗ isAbsoluteURLString("https://a.test/?token=abc"): the URL is "#
        + #""https://REDACTED@a.test/?token=REDACTED#f" (another one, 36 characters, the same up to "#
        + "character 9)"
    ),
    (
      isPath("/reset/form"), "https://a.test/reset/4f9Ac2e81Bd07f6e33",
      #"✗ isPath("/reset/form"): the path is "/reset/REDACTED""#
    ),
  ])
  func `an address`(condition: RequestMatcher, address: String, expected: String) throws {
    #expect(try line(condition, address) == expected)
  }

  @Test(arguments: [
    (
      hasJsonBody(["password": "right", "n": 1]), #"{"password": "right", "n": 2}"#,
      #"✗ hasJsonBody(["n": 1, "password": "right"]): $.n: expected 1, found 2"#
    ),
    (
      hasJsonBody(["password": "right"]), #"{"password": "wrong"}"#,
      #"✗ hasJsonBody(["password": "right"]): $.password: expected "right", found "REDACTED" "#
        + "(another one, 5 characters)"
    ),
    (
      bodyContains("page"), #"{"password": "wrong", "n": 1}"#,
      #"✗ bodyContains("page"): the body is "{\"password\": \"REDACTED\", \"n\": 1}""#
    ),
    (
      hasFormBody(["user": "bob", "password": "right"]), "user=ann&password=wrong",
      #"✗ hasFormBody(["user": "bob", "password": "right"]): user: expected "bob", found "ann"; "#
        + #"password: expected "right", found "REDACTED" (another one, 5 characters)"#
    ),
  ])
  func `a body`(condition: RequestMatcher, body: String, expected: String) throws {
    #expect(try line(condition, body: body) == expected)
  }

  @Test func `the line to paste leaves out what is secret, and still matches`() throws {
    registry.given(
      isHost("a.test") && hasHeaderNamed("X-Api-Key", value: "k1")
        && containsQuery(["token": "abc", "page": "1"]) && containsJson(["password": "right"]),
      named: "items", line: 3)
    let request = try URLRequest.to(
      "https://a.test/reset/4f9Ac2e81Bd07f6e33/x?token=xyz&page=2", method: "POST",
      headers: ["X-Api-Key": "k-55555", "Authorization": "Bearer tok-123456"],
      body: #"{"password": "wrong-1234"}"#)
    #expect(
      registry.explain(request) == """
        No stub matches POST https://a.test/reset/REDACTED/x?token=REDACTED&page=2
        The only stub:
          "items" at UserTests.swift:3
            ✓ isHost("a.test")
            ✗ hasHeaderNamed("X-Api-Key", value: "k1"): the header "X-Api-Key" is "REDACTED" (another one, 7 characters)
            ✗ containsQuery(["token": "abc", "page": "1"]): 2 differences
              token: expected "abc", found "REDACTED" (another one, 3 characters)
              page: expected "1", found "2"
            ✗ containsJson(["password": "right"]): $.password: expected "right", found "REDACTED" (another one, 10 characters)
          → What is REDACTED is secret; registry.showsSecrets = true shows it.
        To stub it:
          registry.stub(condition: isHost("a.test") && isPathTemplate("/reset/{secret}/x") && isMethodPOST() && hasHeaderNamed("X-Api-Key") && containsQuery(["page": "2"]) && containsQuery("token"), response: .json([:]))
          → It does not check the body, which the closest stub does.
        To ask it of the server:
          curl -X POST -H 'Authorization: Bearer REDACTED' -H 'X-Api-Key: REDACTED' --data-raw '{"password": "REDACTED"}' 'https://a.test/reset/REDACTED/x?token=REDACTED&page=2'
        """)
    // swift-format-ignore
    registry.stub(condition: isHost("a.test") && isPathTemplate("/reset/{secret}/x") && isMethodPOST() && hasHeaderNamed("X-Api-Key") && containsQuery(["page": "2"]) && containsQuery("token"), response: .json([:]))
    #expect(registry.explain(request).contains("is answered by"))
  }

  @Test func `whoever wants to see secrets sees them`() throws {
    registry.given(hasBearerToken("abc"), line: 3)
    registry.showsSecrets = true
    let request = try URLRequest.to(
      "https://ann:pw@a.test/?token=xyz", headers: ["Authorization": "Bearer s3cret-12345"])
    #expect(
      registry.explain(request) == """
        No stub matches GET https://ann:pw@a.test/?token=xyz
        The only stub:
          the stub at UserTests.swift:3
            ✗ hasBearerToken("abc"): the Bearer credentials are "s3cret-12345"
        To stub it:
          registry.stub(condition: isHost("a.test") && isPath("/"), response: .json([:]))
        To ask it of the server:
          curl -H 'Authorization: Bearer s3cret-12345' 'https://ann:pw@a.test/?token=xyz'
        """)
    registry.ask(request)
    let exchange = try #require(registry.exchanges.first)
    registry.surrounding {
      #expect(exchange.description == "GET https://ann:pw@a.test/?token=xyz → unmatched")
      #expect(exchange.request.headers.description == "Authorization: Bearer s3cret-12345")
    }
    // A request is a plain value: it knows no registry.
    #expect(exchange.description == "GET https://REDACTED@a.test/?token=REDACTED → unmatched")
    registry.reset()
    #expect(!registry.showsSecrets)
  }

  @Test func `a scope takes it over`() throws {
    withStubs { outer in
      outer.showsSecrets = true
      withStubs { inner in #expect(inner.showsSecrets) }
    }
    withStubs { #expect(!$0.showsSecrets) }
  }

  @Test func `what one request of a report gives away, another one in it does not say`() throws {
    let login = registry.given(isPath("/login"), line: 1)
    let users = registry.given(isPathTemplate("/users/{name}"), line: 2)
    registry.ask(try .to("https://a.test/users/hunter2-x?q=aHVudGVyMi14&n=1"))
    registry.ask(try .to("https://a.test/other/hunter2-x"))
    registry.ask(
      try .to("https://a.test/login", method: "POST", body: #"{"password": "hunter2-x"}"#))
    let order = #expect(throws: StubOrderError.self) { try registry.verify(order: login, users) }
    let all = #expect(throws: StubVerificationError.self) { try registry.verify() }
    for text in ["\(order as Any)", "\(all as Any)"] {
      #expect(text.contains("REDACTED"), "\(text)")
      #expect(!text.contains("aHVudGVyMi14"), "\(text)")
    }
    #expect("\(all as Any)".contains("No stub matches GET https://a.test/other/REDACTED\n"))
  }

  @Test func `what a test has written itself is no secret in its reports`() throws {
    registry.stub(
      condition: isPath("/login"),
      response: .json(["token": "t0k/n-12345"], headers: ["Set-Cookie": "sid=s3ss10n-9"]))
    registry.stub(condition: isPath("/all"), response: .sequence([.text("key=k3y-98765")]))
    func report(_ fields: [String: String]) throws -> String {
      registry.explain(try .to("https://a.test/me", headers: fields))
    }
    #expect(try report(["Authorization": "Bearer t0k/n-12345"]).contains("Bearer t0k/n-12345"))
    #expect(try report(["Cookie": "sid=s3ss10n-9"]).contains("sid=s3ss10n-9"))
    #expect(try report(["X-Api-Key": "k3y-98765"]).contains("X-Api-Key: k3y-98765"))
    registry.stub(condition: isPath("/q") && hasBearerToken("b3arer-777"), response: .text(""))
    #expect(try report(["X-Api-Key": "b3arer-777"]).contains("X-Api-Key: b3arer-777"))
    // What it only has a part of, it does not know.
    #expect(try report(["Authorization": "Bearer t0k/n-123456"]).contains("Bearer REDACTED"))
    let request = StubRequest(
      try .to("https://a.test/me", headers: ["Authorization": "Bearer t0k/n-12345"]))
    #expect(request.curl.contains("Bearer REDACTED"))
  }

  @Test func `what others have written is secret all the same`() throws {
    let recorded = ReplyDraft(
      status: 200, isRecorded: true, headers: [:],
      body: .given(.data(Data(#"{"token": "t0k3n-12345"}"#.utf8))))
    registry.stub(condition: isPath("/a"), response: StubResponse(.reply(recorded)))
    // A closure may answer with what a real server has said.
    registry.stub(condition: isPath("/b")) { _ in .json(["token": "t0k3n-12345"]) }
    let request = try URLRequest.to(
      "https://a.test/me", headers: ["Authorization": "Bearer t0k3n-12345"])
    #expect(registry.explain(request).contains("Bearer REDACTED"))
  }

  @Test func `events and issues say none`() throws {
    struct Broken: LocalizedError {
      let errorDescription: String?
    }
    registry.given(isPath("/login"), line: 1)
    let request = try URLRequest.to(
      "https://a.test/login?api_key=k-12345", headers: ["Cookie": "sid=s3ss10n-77"])
    let snapshot = StubRequest(request)
    let event = StubEvent(
      kind: .redirected, request: snapshot, response: .init(status: 302, headers: [:]),
      redirectURL: URL(string: "https://a.test/in?code=abc&state=d&s=s3ss10n-77"),
      error: Broken(errorDescription: "no s3ss10n-77 for token=abc"))
    #expect(
      event.description
        == "redirected: GET https://a.test/login?api_key=REDACTED → 302 → "
        + "https://a.test/in?code=REDACTED&state=d&s=REDACTED → no REDACTED for token=REDACTED")

    registry.end(
      registry.begin(request), .threw, error: Broken(errorDescription: "no s3ss10n-77"))
    #expect(
      registry.issues.map(\.text) == [
        "The closure of the stub at UserTests.swift:1 threw for "
          + "GET https://a.test/login?api_key=REDACTED: no REDACTED"
      ])
    #expect(throws: StubVerificationError.self) { try registry.verify() }
  }

  @Test func `headers and their fields describe themselves without values`() throws {
    let headers: StubHeaders = [
      "Authorization": "Bearer abc", "Cookie": "a=1; b=2", "X-Api-Key": "k", "Accept": "*/*",
      "Set-Cookie": "sid=abc; Path=/; HttpOnly",
    ]
    #expect(
      headers.description == """
        Authorization: Bearer REDACTED
        Cookie: a=REDACTED; b=REDACTED
        X-Api-Key: REDACTED
        Accept: */*
        Set-Cookie: sid=REDACTED; Path=/; HttpOnly
        """)
    #expect(headers[0].description == "Authorization: Bearer REDACTED")
    #expect(headers["Authorization"] == "Bearer abc")
    let request = StubRequest(
      try .to("https://a.test/?token=abc-123", headers: ["X-Api-Key": "key-1234"], body: "pin=9876")
    )
    var dumped = ""
    dump((headers, request, StubEvent(kind: .finished, request: request)), to: &dumped)
    for text in [dumped, String(reflecting: request), String(reflecting: headers), "\([request])"] {
      for secret in ["abc", "a=1", "key-1234", "9876"] {
        #expect(!text.contains(secret), "\(text)")
      }
    }
  }

  @Test func `a dump counts one byte as one`() throws {
    var request = try URLRequest.to("https://a.test/")
    request.httpBody = Data([7])
    var dumped = ""
    dump(StubRequest(request), to: &dumped)
    #expect(dumped.contains(#"body: "1 byte""#), "\(dumped)")
  }

  @Test func `an error names an address without secrets`() throws {
    let request = try URLRequest.to(
      "https://ann:pw@a.test/?token=abc", headers: ["Authorization": "Bearer x-12345"])
    let error = Discretion().shown(URLError(.timedOut).failing(request.url), of: request)
    #expect(!"\(error) \(error.errorUserInfo)".contains("abc"))
    #expect(!"\(error) \(error.errorUserInfo)".contains("pw@"))
    #expect(error.failingURL?.absoluteString == "https://REDACTED@a.test/?token=REDACTED")
    let plain = URLError(.timedOut).failing(URL(string: "https://a.test/?page=1"))
    #expect(
      Discretion().shown(plain, of: request).failingURL?.absoluteString
        == "https://a.test/?page=1")
  }

  @Test func `a condition from an archive says less than the archive`() {
    let query = ArchivedQueryCriterion(items: [
      QueryItem(name: "page", value: "1", count: 1),
      QueryItem(name: "token", value: "abc", count: 1),
    ])
    #expect(query.description == #"hasExactQuery(["page": "1", "token": "REDACTED"])"#)
    let body = ArchivedBodyCriterion(
      ArchivedBody(
        .init(mimeType: "application/json", data: Data(#"{"password": "x", "n": 1}"#.utf8))))
    #expect(body.description == #"hasJsonBody(["n": 1, "password": "REDACTED"])"#)
  }

  @Test func `names that a recording adds count in its reports`() throws {
    var redaction: Redaction = [.none, .queryItems("nick")]
    redaction.usesStandard = true
    registry.begin(with: Discretion(redaction: redaction))
    #expect(
      registry.explain(try .to("https://a.test/?nick=annie&token=abc"))
        .hasPrefix("No stub matches GET https://a.test/?nick=REDACTED&token=REDACTED\n"))
  }
}

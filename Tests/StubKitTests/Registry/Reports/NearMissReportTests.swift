import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a report says, word for word.
struct NearMissReportTests {
  private let registry = StubRegistry()

  @Test func `the closest stub comes first, each part with what was found`() throws {
    registry.given(isHost("api.example.com") && isPath("/orders"), named: "orders", line: 40)
    registry.given(
      isHost("api.example.com") && isPath("/users") && isMethodGET(), named: "users", line: 12)
    #expect(
      try registry.explain(.to("https://api.example.com/user", method: "POST")) == """
        No stub matches POST https://api.example.com/user
        The 2 stubs, closest first:
          "users" at UserTests.swift:12
            ✓ isHost("api.example.com")
            ✗ isPath("/users"): the path is "/user"
            ✗ isMethodGET(): the method is POST
          "orders" at UserTests.swift:40
            ✓ isHost("api.example.com")
            ✗ isPath("/orders"): the path is "/user"
        To stub it:
          registry.stub(condition: isHost("api.example.com") && isPath("/user") && isMethodPOST(), response: .json([:]))
        """)
  }

  @Test func `a stub without a name is known by its line`() throws {
    registry.given(isPath("/a"), line: 7)
    #expect(
      try registry.explain(.to("https://a.test/b")) == """
        No stub matches GET https://a.test/b
        The only stub:
          the stub at UserTests.swift:7
            ✗ isPath("/a"): the path is "/b"
        To stub it:
          registry.stub(condition: isHost("a.test") && isPath("/b"), response: .json([:]))
        """)
  }

  @Test func `without a stub it says so, and how to make one`() throws {
    #expect(
      try registry.explain(.to("https://a.test/b")) == """
        No stub matches GET https://a.test/b
        No stub is registered in this registry.
        To stub it:
          registry.stub(condition: isHost("a.test") && isPath("/b"), response: .json([:]))
        """)
  }

  @Test func `a stub that is used up says after how many requests`() throws {
    registry.given(isPath("/login"), named: "login", times: 3, line: 5)
    let request = try URLRequest.to("https://a.test/login")
    for _ in 1...3 { registry.ask(request) }
    #expect(
      registry.explain(request) == """
        No stub matches GET https://a.test/login
        The only stub:
          "login" at UserTests.swift:5, used up after 3 requests
            ✓ isPath("/login")
        To stub it:
          registry.stub(condition: isHost("a.test") && isPath("/login"), response: .json([:]))
        """)
  }

  @Test func `a stub for one request and a stub for none say so, too`() throws {
    registry.given(isPath("/never"), times: 0, line: 1)
    registry.given(isPath("/once"), times: 1, line: 2)
    registry.ask(try .to("https://a.test/once"))
    let report = try registry.explain(.to("https://a.test/once"))
    #expect(report.contains("  the stub at UserTests.swift:2, used up after 1 request\n"))
    let other = try registry.explain(.to("https://a.test/never"))
    #expect(other.contains("  the stub at UserTests.swift:1, which never answers\n"))
  }

  private static let areGone = "\nEvery stub has been removed from this registry.\n"

  @Test func `a removed stub is no candidate, used up or not`() throws {
    let removed = registry.given(isPath("/a"), times: 1, line: 1)
    registry.ask(try .to("https://a.test/a"))
    removed.remove()
    #expect(try registry.explain(.to("https://a.test/a")).contains(Self.areGone))
    registry.given(isPath("/b"), times: 1, line: 1)
    registry.ask(try .to("https://a.test/b"))
    registry.removeAll()
    #expect(try registry.explain(.to("https://a.test/b")).contains(Self.areGone))
    registry.reset()
    #expect(try !registry.explain(.to("https://a.test/b")).contains(Self.areGone))
  }

  @Test func `the first path at which JSON differs is named`() throws {
    registry.given(isPath("/things") && hasJsonBody(["name": "x", "tags": ["a", "b"]]), line: 3)
    let body = #"{"name": "x", "tags": ["a", "c"]}"#
    let report = try registry.explain(
      .to("https://a.test/things", method: "POST", body: body))
    #expect(
      report.contains(
        """
            ✓ isPath("/things")
            ✗ hasJsonBody(["name": "x", "tags": ["a", "b"]]): $.tags[1]: expected "b", found "c"
        """))
  }

  /// The lines on the last part of a condition for a POST, from its mark on.
  private func lines(on condition: RequestMatcher, url: String, body: String? = nil) throws
    -> String
  {
    registry.given(isPath("/x") && condition, line: 3)
    let report = try registry.explain(.to(url, method: "POST", body: body))
    let lines = report.split(separator: "\n").drop { !$0.contains("✗") }
    return lines.prefix { !$0.hasPrefix("To stub") }.map { $0.drop { $0 == " " } }
      .joined(separator: "\n")
  }

  @Test(
    arguments: [
      (
        hasJsonBody(["a": 1]), "https://a.test/x", #"{"a": 1, "b": 2}"#,
        #"""
        ✗ hasJsonBody(["a": 1]): $.b: expected nothing, found 2
        → containsJson(…) matches a body that has at least this
        """#
      ),
      (
        hasJsonBody(["pasword": "x"]), "https://a.test/x", #"{"password": "x"}"#,
        #"""
        ✗ hasJsonBody(["pasword": "x"]): 2 differences
        $.password: expected nothing, found "x"
        $.pasword: expected "x", found nothing
        """#
      ),
      (
        hasJsonBody(["name": "x"]), "https://a.test/x", #"{"nmae": "x"}"#,
        #"""
        ✗ hasJsonBody(["name": "x"]): 2 differences
        $.name: expected "x", found nothing
        $.nmae: expected nothing, found "x"
        """#
      ),
      (
        hasExactQuery(["a": "1"]), "https://a.test/x?a=1&b=2", nil,
        """
        ✗ hasExactQuery(["a": "1"]): b: expected nothing, found "2"
        → containsQuery(…) matches a query that has at least this
        """
      ),
      (
        hasExactQuery(["q": "a b"]), "https://a.test/x?q=a+b", nil,
        """
        ✗ hasExactQuery(["q": "a b"]): q: expected "a b", found "a+b"
        → "+" in a query is a plus sign, not a space: "a+b"
        """
      ),
      (
        containsQuery(["q": "a b"]), "https://a.test/x?q=a+b", nil,
        """
        ✗ containsQuery(["q": "a b"]): q: expected "a b", found "a+b"
        → "+" in a query is a plus sign, not a space: "a+b"
        """
      ),
      (
        containsQuery(["q": "a c"]), "https://a.test/x?q=a+b", nil,
        #"✗ containsQuery(["q": "a c"]): q: expected "a c", found "a+b""#
      ),
    ] as [(RequestMatcher, String, String?, String)])
  func `what keeps this very request from matching is named`(
    condition: RequestMatcher, url: String, body: String?, text: String
  ) throws {
    #expect(try lines(on: condition, url: url, body: body) == text)
  }

  @Test func `of many differences the first five are told, and how many more there are`() throws {
    let wanted = StubJSON.object(
      Dictionary(uniqueKeysWithValues: (1...7).map { ("k\($0)", .integer(0)) }))
    let body = #"{"k1": 0, "k2": 1, "k3": 1, "k4": 1, "k5": 1, "k6": [1], "k7": null}"#
    #expect(
      try lines(on: hasJsonBody(wanted), url: "https://a.test/x", body: body) == """
        ✗ hasJsonBody(["k1": 0, "k2": 0, "k3": 0, "k4": 0, "k5": 0, "k6": 0, "k7": 0]): 6 differences
        $.k2: expected 0, found 1
        $.k3: expected 0, found 1
        $.k4: expected 0, found 1
        $.k5: expected 0, found 1
        $.k6: expected 0, found [1]
        … and 1 more
        """)
  }

  @Test(arguments: [
    (
      hasExactQuery(["state": "closed", "page": "2"]), "https://a.test/x?page=2&state=open",
      #"✗ hasExactQuery(["state": "closed", "page": "2"]): state: expected "closed", found "open""#
    ),
    (
      hasExactQuery(["state": "closed", "flag": nil, "e": ""]), "https://a.test/x?flag=&e&a%20b=1",
      #"""
      ✗ hasExactQuery(["state": "closed", "flag": nil, "e": ""]): 4 differences
      state: expected "closed", found nothing
      flag: expected only the name, found ""
      e: expected "", found only the name
      "a b": expected nothing, found "1"
      """#
    ),
    (
      hasExactQuery(["tag": "a", "tag": "b", "tag": "b"]), "https://a.test/x?tag=b&tag=a&tag=c",
      #"✗ hasExactQuery(["tag": "a", "tag": "b", "tag": "b"]): tag: expected "b", found "c""#
    ),
    (
      hasExactQuery(["tag": "a", "tag": "b"]), "https://a.test/x?tag=c&tag=d",
      #"""
      ✗ hasExactQuery(["tag": "a", "tag": "b"]): 2 differences
      tag: expected "a", found "c"
      tag: expected "b", found "d"
      """#
    ),
    (
      hasExactQuery([:]), "https://a.test/x?a=1",
      #"✗ hasExactQuery([:]): a: expected nothing, found "1""#
    ),
    (
      hasFormBody(["state": "closed", "page": "2"]), "https://a.test/x",
      #"""
      ✗ hasFormBody(["state": "closed", "page": "2"]): 2 differences
      state: expected "closed", found "open"
      page: expected "2", found nothing
      """#
    ),
  ])
  func `a query and a form are told by their differences, in the order written`(
    condition: RequestMatcher, url: String, text: String
  ) throws {
    #expect(try lines(on: condition, url: url, body: "state=open") == text)
  }

  /// The lines on the last part of a condition for a form with two parts.
  private func linesOnParts(_ condition: RequestMatcher, boundary: String = "x") throws -> String {
    let part = "--\(boundary)\r\nContent-Disposition: form-data; name="
    let body =
      "\(part)\"title\"\r\n\r\nHello\r\n" + "\(part)\"pin\"\r\n\r\n1234567\r\n"
      + "\(part)\"photo\"; filename=\"cat.png\"\r\nContent-Type: image/png\r\n\r\nabc\r\n"
      + "--\(boundary)--\r\n"
    registry.given(isPath("/x") && condition, line: 3)
    let report = try registry.explain(
      .to(
        "https://a.test/x", method: "POST",
        headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"], body: body))
    let lines = report.split(separator: "\n").drop { !$0.contains("✗") }
    return lines.prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
      .joined(separator: "\n")
  }

  private static let parts = """
      title: "Hello"
      pin: "REDACTED"
      photo: "cat.png", image/png, 3 bytes
    """

  @Test(arguments: [
    (bodyContains("xyz"), #"✗ bodyContains("xyz"): the body has 3 parts"#),
    (hasBody(Data("a".utf8)), #"✗ hasBody("a"): the body has 3 parts"#),
    (hasJsonBody(["a": 1]), #"✗ hasJsonBody(["a": 1]): the body is not JSON, but has 3 parts"#),
    (
      hasFormBody(["a": "1"]),
      #"✗ hasFormBody(["a": "1"]): the body is not of this kind of form, but has 3 parts"#
    ),
  ])
  func `a body in parts shows its parts`(condition: RequestMatcher, text: String) throws {
    #expect(try linesOnParts(condition) == text + "\n" + Self.parts)
  }

  @Test func `a boundary that looks like a secret hides no parts`() throws {
    let boundary = "Boundary-4F9AC2E8-1BD0-47F6-A33E-9C0B1D2E3F40"
    #expect(
      try linesOnParts(bodyContains("xyz"), boundary: boundary)
        == "✗ bodyContains(\"xyz\"): the body has 3 parts\n" + Self.parts)
  }

  @Test func `a body that should have parts and has none says why`() throws {
    registry.given(bodyContains("xyz"), line: 3)
    let report = try registry.explain(
      .to(
        "https://a.test/x", method: "POST",
        headers: ["Content-Type": "multipart/form-data; boundary=x"], body: "--y--"))
    #expect(
      report.contains(
        #"✗ bodyContains("xyz"): the body is "--y--", which should have parts, but "#
          + #"it does not contain the boundary "--x""#), "\(report)")
  }

  @Test func `a long expression does not hide what was found`() throws {
    let long = String(repeating: "x", count: 200)
    let expression = #"hasJsonBody(["a": ""# + long.prefix(101)
    #expect(
      try lines(on: hasJsonBody(["a": .string(long), "b": 1]), url: "https://a.test/x", body: "[]")
        .hasPrefix("✗ \(expression)…: $: expected {\"a\":\"xx"))
  }

  @Test func `the number of stubs that are shown is told`() throws {
    for line in 1...5 { registry.given(isHost("api.test") && isPath("/users/\(line)"), line: line) }
    #expect(
      try registry.explain(.to("https://api.test/users/x")).contains(
        "\nThe 3 closest of 5 stubs:\n"))
  }

  @Test func `a query item that differs is named, and the line to paste has it`() throws {
    registry.given(
      isHost("a.test") && isPath("/search") && containsQuery(["page": "1", "q": "cats"]), line: 3)
    #expect(
      try registry.explain(.to("https://a.test/search?q=dogs&page=1")) == """
        No stub matches GET https://a.test/search?q=dogs&page=1
        The only stub:
          the stub at UserTests.swift:3
            ✓ isHost("a.test")
            ✓ isPath("/search")
            ✗ containsQuery(["page": "1", "q": "cats"]): q: expected "cats", found "dogs"
        To stub it:
          registry.stub(condition: isHost("a.test") && isPath("/search") && containsQuery(["q": "dogs", "page": "1"]), response: .json([:]))
        """)
  }

  @Test(arguments: [
    (
      "users", "https://a.test/users",
      "a path starts with \"/\": isPath(\"/users\"); as written, it matches only relative URLs"
    ),
    (
      "/users?page=1", "https://a.test/users?page=1",
      "a path ends before the \"?\"; match the query with containsQuery(…)"
    ),
    (
      "/a%20b", "https://a.test/a%20b",
      "paths are compared without percent-encoding: isPath(\"/a b\")"
    ),
  ])
  func `a classic slip gets a hint`(path: String, url: String, hint: String) throws {
    registry.given(isPath(path), line: 3)
    #expect(try registry.explain(.to(url)).contains("\n      → \(hint)\n"))
  }

  @Test(arguments: [
    ("/v1/organisations/42/memebers", "with \"memebers\" for \"members\""),
    ("/v1/organisations/42/memBers", "which differs only in case"),
    ("/v1/organisations/members", "without \"42/\""),
    ("/v1/organisations/42/all/members", "with an additional \"all/\""),
  ])
  func `the differing part of a long path is named`(found: String, difference: String) throws {
    registry.given(isPath("/v1/organisations/42/members"), line: 3)
    #expect(
      try registry.explain(.to("https://a.test\(found)"))
        .contains(
          "✗ isPath(\"/v1/organisations/42/members\"): the path is \"\(found)\", \(difference)\n"))
  }

  @Test func `alternatives and negations keep their shape`() throws {
    registry.given((isPath("/a") || isPath("/b")) && !isMethodGET(), line: 3)
    #expect(
      try registry.explain(.to("https://a.test/c")).contains(
        """
          the stub at UserTests.swift:3
            ✗ any of
              ✗ isPath("/a"): the path is "/c"
              ✗ isPath("/b"): the path is "/c"
            ✗ !isMethodGET(): the method is GET
        """))
  }

  @Test func `a condition with thousands of parts does not fill the screen`() throws {
    let paths = (0..<1_000).map { isPath("/\($0)") }
    let condition = paths.dropFirst().reduce(paths[0]) { $0 || $1 }
    registry.given(condition, line: 3)
    let report = try registry.explain(.to("https://a.test/x"))
    #expect(report.contains("    … and 971 more lines\n"))
    #expect(report.split(separator: "\n").count < 40)
    registry.removeAll()
    registry.given(paths.dropFirst().prefix(38).reduce(paths[0]) { $0 || $1 }, line: 3)
    #expect(try !registry.explain(.to("https://a.test/x")).contains("more lines"))
  }
}

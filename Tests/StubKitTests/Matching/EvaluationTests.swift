import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct EvaluationTests {
  private func request() throws -> URLRequest {
    try .to(
      "https://api.exmaple.com:8443/users/7?page=1&sort=name", method: "POST",
      headers: [
        "X-Tokn": "1", "Authorization": "Bearer abc", "Cookie": "session=1",
        "Content-Type": "text/plain",
      ],
      body: #"{"items": [{"id": 3}, {"id": 4}]}"#)
  }

  private func line(_ matcher: RequestMatcher, _ request: URLRequest) -> String {
    matcher.evaluate(StubRequest(request)).description
  }

  private static let findings: [(RequestMatcher, String)] = [
    (isMethodGET(), "✗ isMethodGET(): the method is POST"),
    (
      isAbsoluteURLString("https://a.com/"),
      #"✗ isAbsoluteURLString("https://a.com/"): the URL is "https://api.exmaple.com:8443/users/7"#
        + #"?page=1&sort=name""#
    ),
    (
      absoluteURLStartsWith("https://a.com/"),
      #"✗ absoluteURLStartsWith("https://a.com/"): the URL is "#
        + #""https://api.exmaple.com:8443/users/7?page=1&sort=name""#
    ),
    (
      absoluteURLMatches("^http:"),
      #"✗ absoluteURLMatches("^http:"): the URL is "#
        + #""https://api.exmaple.com:8443/users/7?page=1&sort=name""#
    ),
    (hostMatches("^www"), #"✗ hostMatches("^www"): the host is "api.exmaple.com""#),
    (isScheme("http"), #"✗ isScheme("http"): the scheme is "https""#),
    (
      isHost("api.example.com"), #"✗ isHost("api.example.com"): the host is "api.exmaple.com""#
    ),
    (isPort(443), "✗ isPort(443): the port is 8443"),
    (isPath("/users"), #"✗ isPath("/users"): the path is "/users/7""#),
    (isPathTemplate("/{id}"), #"✗ isPathTemplate("/{id}"): the path is "/users/7""#),
    (isExtension("png"), #"✗ isExtension("png"): the path is "/users/7""#),
    (
      containsQuery(["page": "2"]),
      #"✗ containsQuery(["page": "2"]): page: expected "2", found "1""#
    ),
    (
      containsQuery(["page": "2", "sort": "name", "q": nil]),
      #"✗ containsQuery(["page": "2", "sort": "name", "q": nil]): page: expected "2", found "1"; "#
        + "q: expected only the name, found nothing"
    ),
    (
      containsQuery("page", 2), #"✗ containsQuery(["page": "2"]): page: expected "2", found "1""#
    ),
    (
      containsQuery(["pgae": "1"]),
      #"✗ containsQuery(["pgae": "1"]): the query has page=1 and sort=name"#
    ),
    (
      hasExactQuery(["page": "1"]),
      #"✗ hasExactQuery(["page": "1"]): sort: expected nothing, found "name""#
    ),
    (
      queryMatches("page", "^x$"), #"✗ queryMatches("page", "^x$"): the query has page=1"#
    ),
    (lacksQuery("page"), #"✗ lacksQuery("page"): the query has page=1"#),
    (
      hasHeaderNamed("X-Token"),
      #"✗ hasHeaderNamed("X-Token"): there is no header "X-Token", but there is "X-Tokn""#
    ),
    (hasHeaderNamed("Zzz"), #"✗ hasHeaderNamed("Zzz"): there is no header "Zzz""#),
    (
      hasHeaderNamed("content-type", value: "text/html"),
      #"✗ hasHeaderNamed("content-type", value: "text/html"): the header "content-type" is "#
        + #""text/plain""#
    ),
    (
      lacksHeaderNamed("Content-Type"),
      #"✗ lacksHeaderNamed("Content-Type"): the header "Content-Type" is "text/plain""#
    ),
    (
      hasBasicAuth(user: "u", password: "p"),
      #"✗ hasBasicAuth(user: "u", password: "p"): the header "Authorization" is "Bearer REDACTED""#
    ),
    (
      hasBearerToken("abd"),
      #"✗ hasBearerToken("abd"): the Bearer credentials are "REDACTED" (another one, 3 characters)"#
    ),
    (
      hasCookie("theme"),
      #"✗ hasCookie("theme"): the header "Cookie" is "session=REDACTED""#
    ),
    (
      hasCookie("session", value: "2"),
      #"✗ hasCookie("session", value: "2"): the cookie "session" is "REDACTED" "#
        + "(another one, 1 character)"
    ),
    (
      hasJsonBody(["items": [["id": 3], ["id": 5]]]),
      #"✗ hasJsonBody(["items": [["id": 3], ["id": 5]]]): $.items[1].id: expected 5, found 4"#
    ),
    (
      containsJson(["user": 1]),
      #"✗ containsJson(["user": 1]): $.user: expected 1, found nothing"#
    ),
    (
      bodyContains("xyz"),
      #"✗ bodyContains("xyz"): the body is "{\"items\": [{\"id\": 3}, {\"id\": 4}]}""#
    ),
    (
      bodyMatches("^x"),
      #"✗ bodyMatches("^x"): the body is "{\"items\": [{\"id\": 3}, {\"id\": 4}]}""#
    ),
    (
      hasMultipartPart(named: "a"),
      #"✗ hasMultipartPart(named: "a"): the body has no parts, since its type is "text/plain""#
    ),
    (
      containsJson(matching: ["items": [["id": .anyString], .anything, 1]]),
      #"✗ containsJson(matching: ["items": [["id": .anyString], .anything, 1]]): "#
        + "$.items[0].id: expected .anyString, found 3; $.items[2]: expected 1, found nothing"
    ),
    (
      isGraphQLOperation("A"), #"✗ isGraphQLOperation("A"): the body is not a GraphQL request"#
    ),
    (satisfies("odd") { _ in false }, #"✗ satisfies("odd") { … }: the closure says otherwise"#),
    (!isMethodPOST(), "✗ !isMethodPOST(): the method is POST"),
    (!anyRequest(), "✗ !anyRequest(): every request matches"),
  ]

  @Test(arguments: findings)
  func `a criterion that is not met says what was found`(
    matcher: RequestMatcher, text: String
  ) throws {
    #expect(line(matcher, try request()) == text)
  }

  @Test(arguments: [
    (isHost("a.com"), #"✗ isHost("a.com"): the URL has no host"#),
    (isScheme("http"), #"✗ isScheme("http"): the URL has no scheme"#),
    (isPort(80), "✗ isPort(80): the URL has no port"),
    (isPath("/a"), #"✗ isPath("/a"): the URL has no path"#),
    (containsQuery("a"), #"✗ containsQuery("a"): there is no query"#),
    (hasCookie("a"), #"✗ hasCookie("a"): there is no header "Cookie""#),
    (hasBody(Data([1])), "✗ hasBody(\"\\u{1}\"): there is no body"),
    (bodyContains("a"), #"✗ bodyContains("a"): there is no body"#),
    (hasJsonBody([:]), "✗ hasJsonBody([:]): there is no body"),
    (hasFormBody(["a": nil]), #"✗ hasFormBody(["a": nil]): there is no body"#),
    (isGraphQLOperation("A"), #"✗ isGraphQLOperation("A"): there is no body"#),
    (hasBearerToken("a"), #"✗ hasBearerToken("a"): there is no header "Authorization""#),
  ])
  func `what is missing is said to be missing`(matcher: RequestMatcher, text: String) throws {
    var request = try URLRequest.to()
    request.url = nil
    #expect(line(matcher, request) == text)
  }

  @Test func `a body that is no JSON is said to be none, with the place`() throws {
    let request = try URLRequest.to(body: "{\"a\": tru}")
    #expect(
      line(hasJsonBody([:]), request)
        == "✗ hasJsonBody([:]): the body is not JSON "
        + "(expected a value, found \"t\" at byte 6, line 1, column 7)")
  }

  @Test func `groups stand indented, and negations are told from their parts`() throws {
    let matcher =
      isScheme("https") && (isMethodGET() || isHost("a.com"))
      && !(isMethodPOST() && isPath("/users/7")) && !isMethodPUT()
    let result = matcher.evaluate(StubRequest(try request()))
    #expect(!result.isMatch)
    #expect(
      result.description == """
        ✓ isScheme("https")
        ✗ any of
            ✗ isMethodGET(): the method is POST
            ✗ isHost("a.com"): the host is "api.exmaple.com"
        ✗ not all of
            ✓ isMethodPOST()
            ✓ isPath("/users/7")
        ✓ !isMethodPUT()
        """)
    #expect(result.leaves.count == 6)
  }

  @Test func `an evaluation that matches says so in every line`() throws {
    let result = (isMethodPOST() && !(isPath("/a") || isPath("/b")))
      .evaluate(StubRequest(try request()))
    #expect(result.isMatch)
    #expect(
      result.description == """
        ✓ isMethodPOST()
        ✓ none of
            ✗ isPath("/a"): the path is "/users/7"
            ✗ isPath("/b"): the path is "/users/7"
        """)
  }
}

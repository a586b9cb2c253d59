import Foundation
import StubKit
import Testing

@Suite struct DescriptionTests {
  @Test(arguments: [
    (isMethodGET(), "isMethodGET()"),
    (isMethod(.options), #"isMethod("OPTIONS")"#),
    (isMethod(.get, "PROPFIND"), #"isMethod("GET", "PROPFIND")"#),
    (isAbsoluteURLString("https://a.com/#x"), #"isAbsoluteURLString("https://a.com/#x")"#),
    (isScheme("HTTPS"), #"isScheme("HTTPS")"#),
    (isHost("API.example.com"), #"isHost("API.example.com")"#),
    (isHost("*.example.com"), #"isHost("*.example.com")"#),
    (isPort(8080), "isPort(8080)"),
    (isPath("/users/"), #"isPath("/users/")"#),
    (isPath("/a\"b\\c\nd\u{1}"), #"isPath("/a\"b\\c\nd\u{1}")"#),
    (pathStartsWith("/api/"), #"pathStartsWith("/api/")"#),
    (pathEndsWith("/x"), #"pathEndsWith("/x")"#),
    (isExtension("png"), #"isExtension("png")"#),
    (pathMatches(#"^/\d+$"#), #"pathMatches("^/\\d+$")"#),
    (
      pathMatches("a", options: .caseInsensitive), #"pathMatches("a", options: .caseInsensitive)"#
    ),
    (
      pathMatches("a", options: [.anchorsMatchLines, .caseInsensitive]),
      #"pathMatches("a", options: [.caseInsensitive, .anchorsMatchLines])"#
    ),
    (pathMatches(/a/), "pathMatches(/…/)"),
    (isPathTemplate("/users/{id}/"), #"isPathTemplate("/users/{id}/")"#),
    (containsQuery(["b": nil, "a": "1"]), #"containsQuery(["a": "1", "b": nil])"#),
    (containsQueryParams(["a": "1"]), #"containsQuery(["a": "1"])"#),
    (containsQuery([:]), "containsQuery([:])"),
    (containsQuery("a"), #"containsQuery("a")"#),
    (
      containsQuery(URLQueryItem(name: "a", value: nil), URLQueryItem(name: "a", value: "1")),
      #"containsQuery(URLQueryItem(name: "a", value: nil), URLQueryItem(name: "a", value: "1"))"#
    ),
    (hasExactQuery(["a": ""]), #"hasExactQuery(["a": ""])"#),
    (hasExactQuery(), "hasExactQuery()"),
    (queryMatches("page", "^[0-9]$"), #"queryMatches("page", "^[0-9]$")"#),
    (lacksQuery("a"), #"lacksQuery("a")"#),
    (hasHeaderNamed("X-A"), #"hasHeaderNamed("X-A")"#),
    (hasHeaderNamed("X-A", value: "b"), #"hasHeaderNamed("X-A", value: "b")"#),
    (headerMatches("X-A", "^b"), #"headerMatches("X-A", "^b")"#),
    (lacksHeaderNamed("X-A"), #"lacksHeaderNamed("X-A")"#),
    (hasBasicAuth(user: "u", password: "p"), #"hasBasicAuth(user: "u", password: "p")"#),
    (hasBearerToken("t"), #"hasBearerToken("t")"#),
    (hasCookie("a"), #"hasCookie("a")"#),
    (hasCookie("a", value: "1"), #"hasCookie("a", value: "1")"#),
    (hasBody(Data("x".utf8)), #"hasBody(Data("x".utf8))"#),
    (hasBody(Data([0xFF, 0xFE])), "hasBody(Data([0xFF, 0xFE]))"),
    (bodyContains("x"), #"bodyContains("x")"#),
    (
      hasJsonBody(["id": 1, "a": [nil, true, 1.5], "e": [:]]),
      #"hasJsonBody(["a": [nil, true, 1.5], "e": [:], "id": 1])"#
    ),
    (containsJson(["id": "x"]), #"containsJson(["id": "x"])"#),
    (hasFormBody(["a": "1"]), #"hasFormBody(["a": "1"])"#),
    (isGraphQLOperation("GetUser"), #"isGraphQLOperation("GetUser")"#),
    (anyRequest(), "anyRequest()"),
    (satisfies { _ in true }, "satisfies { … }"),
    (satisfies("even") { _ in true }, #"satisfies("even") { … }"#),
  ])
  func `a criterion prints as one would write it`(matcher: RequestMatcher, text: String) {
    #expect(matcher.description == text)
  }

  @Test func `combinations print with the parentheses that a reader needs`() {
    let get = isMethodGET()
    let host = isHost("a.com")
    let path = isPath("/")
    #expect("\(get && host && path)" == #"isMethodGET() && isHost("a.com") && isPath("/")"#)
    #expect("\(get && (host || path))" == #"isMethodGET() && (isHost("a.com") || isPath("/"))"#)
    #expect("\(get && host || path)" == #"(isMethodGET() && isHost("a.com")) || isPath("/")"#)
    #expect("\(!get && !(host && path))" == #"!isMethodGET() && !(isHost("a.com") && isPath("/"))"#)
    #expect("\(!(!get))" == "isMethodGET()")
  }
}

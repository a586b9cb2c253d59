import Foundation
import StubKit
import Testing

@Suite struct DescriptionTests {
  private static func isOdd(_ request: StubRequest) -> Bool { request.path.count % 2 == 1 }

  private static let criteria: [(RequestMatcher, String)] = [
    (isMethodGET(), "isMethodGET()"),
    (isMethod(.options), #"isMethod("OPTIONS")"#),
    (isMethod(.get, "PROPFIND"), #"isMethod("GET", "PROPFIND")"#),
    (isAbsoluteURLString("https://a.com/#x"), #"isAbsoluteURLString("https://a.com/#x")"#),
    (
      isAbsoluteURLString("https://a.com/?x", ignoringQuery: true),
      #"isAbsoluteURLString("https://a.com/?x", ignoringQuery: true)"#
    ),
    (isGET("https://a.com/users/{id}?page=2"), #"isGET("https://a.com/users/{id}?page=2")"#),
    (isHEAD("/a") && !isPUT("/b\n"), #"isHEAD("/a") && !isPUT("/b\n")"#),
    (absoluteURLStartsWith("https://a.com/é"), #"absoluteURLStartsWith("https://a.com/é")"#),
    (
      absoluteURLMatches("^h", options: .caseInsensitive),
      #"absoluteURLMatches("^h", options: .caseInsensitive)"#
    ),
    (absoluteURLMatches(/a/), "absoluteURLMatches(/…/)"),
    (hostMatches("^API"), #"hostMatches("^API")"#),
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
    (containsQuery(["b": nil, "a": "1"]), #"containsQuery(["b": nil, "a": "1"])"#),
    (containsQueryParams(["a": "1"]), #"containsQuery(["a": "1"])"#),
    (containsQuery([:]), "containsQuery([:])"),
    (containsQuery("a"), #"containsQuery("a")"#),
    (containsQuery("a", "1"), #"containsQuery(["a": "1"])"#),
    (containsQuery("a", nil), #"containsQuery(["a": nil])"#),
    (containsQuery("a", 1), #"containsQuery(["a": "1"])"#),
    (
      containsQuery(URLQueryItem(name: "a", value: nil), URLQueryItem(name: "a", value: "1")),
      #"containsQuery(["a": nil, "a": "1"])"#
    ),
    (hasExactQuery(["a": ""]), #"hasExactQuery(["a": ""])"#),
    (hasExactQuery(), "hasExactQuery([:])"),
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
    (hasBody(Data("x".utf8)), #"hasBody("x")"#),
    (hasBody(Data([0xFF, 0xFE])), "hasBody(Data([0xFF, 0xFE]))"),
    (hasBody("x\n"), #"hasBody("x\n")"#),
    (bodyContains("x"), #"bodyContains("x")"#),
    (bodyMatches("^x$"), #"bodyMatches("^x$")"#),
    (
      bodyMatches("^x", options: .anchorsMatchLines),
      #"bodyMatches("^x", options: .anchorsMatchLines)"#
    ),
    (hasMultipartPart(), "hasMultipartPart()"),
    (
      hasMultipartPart(named: "p", fileName: "a.png", contentType: "image/png", body: Data([0xFF])),
      #"hasMultipartPart(named: "p", fileName: "a.png", contentType: "image/png", "#
        + "body: Data([0xFF]))"
    ),
    (
      hasMultipartPart(named: "p", body: Data("x".utf8)),
      #"hasMultipartPart(named: "p", body: "x")"#
    ),
    (hasMultipartPart(named: "p", body: "x"), #"hasMultipartPart(named: "p", body: "x")"#),
    (
      hasJsonBody(matching: [
        "id": .anyNumber, "b": .unordered([1, .anyBool]), "a": ["x": 1], "e": [:],
        "t": .matching("^a", options: .caseInsensitive), "n": nil, "l": [.anything, .anyString],
      ]),
      #"hasJsonBody(matching: ["a": ["x": 1], "b": .unordered([1, .anyBool]), "e": [:], "#
        + #""id": .anyNumber, "l": [.anything, .anyString], "n": nil, "#
        + #""t": .matching("^a", options: .caseInsensitive)])"#
    ),
    (containsJson(matching: .matching(/a/)), "containsJson(matching: .matching(/…/))"),
    (containsJson(matching: ["a": 1]), #"containsJson(matching: ["a": 1])"#),
    (hasJsonBody(text: "{}"), "hasJsonBody([:])"),
    (containsFormBody(["b": "1", "a": nil]), #"containsFormBody(["b": "1", "a": nil])"#),
    (
      isGraphQLOperation("A", variables: ["id": .anyString]),
      #"isGraphQLOperation("A", variables: ["id": .anyString])"#
    ),
    (isGraphQLQuery(), "isGraphQLQuery()"), (isGraphQLMutation(), "isGraphQLMutation()"),
    (
      hasJsonBody(["id": 1, "a": [nil, true, 1.5], "e": [:]]),
      #"hasJsonBody(["a": [nil, true, 1.5], "e": [:], "id": 1])"#
    ),
    (containsJson(["id": "x"]), #"containsJson(["id": "x"])"#),
    (hasFormBody(["a": "1"]), #"hasFormBody(["a": "1"])"#),
    (isGraphQLOperation("GetUser"), #"isGraphQLOperation("GetUser")"#),
    (anyRequest(), "anyRequest()"),
    (satisfies { _ in true }, "satisfies { … }"),
    (satisfies(isOdd), "satisfies { … }"),
    (satisfies("a closure") { _ in true }, #"satisfies("a closure") { … }"#),
    (satisfies("odd", isOdd), #"satisfies("odd") { … }"#),
    (satisfies("even") { _ in true }, #"satisfies("even") { … }"#),
  ]

  @Test(arguments: criteria)
  func `a criterion prints as one would write it`(matcher: RequestMatcher, text: String) {
    #expect(matcher.description == text)
  }

  @Test func `a literal prints in its order, and a dictionary by name`() {
    let values: [String: String] = ["c": "3", "a": "1", "b": "2"]
    let optionals: [String: String?] = ["b": nil, "a": "1"]
    let value = "1"
    let none: String? = nil
    for (matcher, text) in [
      (
        containsQuery(["c": "3", "a": value, "b": none]),
        #"containsQuery(["c": "3", "a": "1", "b": nil])"#
      ),
      (
        containsQuery(["b": "2", "a": "1", "b": "3"]),
        #"containsQuery(["b": "2", "a": "1", "b": "3"])"#
      ),
      (hasExactQuery(["c": "3", "a": "1"]), #"hasExactQuery(["c": "3", "a": "1"])"#),
      (hasFormBody(["c": "3", "a": "1"]), #"hasFormBody(["c": "3", "a": "1"])"#),
      (containsQueryParams(["c": "3", "a": "1"]), #"containsQuery(["c": "3", "a": "1"])"#),
      (containsQuery(values), #"containsQuery(["a": "1", "b": "2", "c": "3"])"#),
      (containsQuery(optionals), #"containsQuery(["a": "1", "b": nil])"#),
      (hasExactQuery(values), #"hasExactQuery(["a": "1", "b": "2", "c": "3"])"#),
      (hasExactQuery(optionals), #"hasExactQuery(["a": "1", "b": nil])"#),
      (hasFormBody(values), #"hasFormBody(["a": "1", "b": "2", "c": "3"])"#),
      (hasFormBody(optionals), #"hasFormBody(["a": "1", "b": nil])"#),
      (containsQueryParams(values), #"containsQuery(["a": "1", "b": "2", "c": "3"])"#),
      (containsQueryParams(optionals), #"containsQuery(["a": "1", "b": nil])"#),
    ] as [(RequestMatcher, String)] {
      #expect(matcher.description == text)
    }
  }

  @Test func `a stub says a long condition in short`() {
    let registry = StubRegistry()
    let stub = registry.stub(
      condition: hasBody(Data("a".utf8)) && bodyContains(String(repeating: "b", count: 1 << 20)),
      named: "big", fileID: "T/U.swift", line: 3, response: .status(200))
    #expect(stub.description.hasPrefix(#""big" hasBody("a") && bodyContains("bbb"#))
    #expect(stub.description.hasSuffix("b… (U.swift:3)"))
    #expect(stub.description.count < 350)
    #expect(stub.condition.description.count > 1 << 20)
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

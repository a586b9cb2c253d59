import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What somebody's request sends.
private struct User: Encodable {
  let id: Int
}

/// Every matcher, and what a matcher can do.
func matchers() throws -> [RequestMatcher] {
  let expression = try NSRegularExpression(pattern: "^/users")
  let user = User(id: 7)
  let method: String = "PROPFIND"
  let optionals: [String: String?] = ["page": "2", "flag": nil]
  let texts: [String: String] = ["page": "2"]
  let matchers: [RequestMatcher] = [
    isGET("https://api.example.com/users/{id}"), isPOST("/users"), isPUT("/users/{id}?page=2"),
    isPATCH("/a"), isDELETE("/a"), isHEAD("/a"), isGET(try url("https://a.example.com/")),
    isPOST(try url("https://a.example.com/")), isPUT(try url("https://a.example.com/")),
    isPATCH(try url("https://a.example.com/")), isDELETE(try url("https://a.example.com/")),
    isHEAD(try url("https://a.example.com/")),
    isAbsoluteURLString("https://api.example.com/users", ignoringQuery: true),
    isAbsoluteURLString(try url("https://a.example.com/"), ignoringQuery: true),
    isMethodGET(), isMethodPOST(), isMethodPUT(), isMethodPATCH(), isMethodDELETE(),
    isMethodHEAD(), isMethod(method), isAbsoluteURLString(try url("https://a.example.com/")),
    headerMatches("Accept", /json$/), headerMatches("Accept", expression),
    queryMatches("page", /^\d+$/), queryMatches("page", expression),
    hasJsonBody([user.id, "a", nil]),
    isGraphQLOperation("GetUser", variables: user), isMethod(.get, .post), isMethod("PROPFIND"),
    isAbsoluteURLString("https://api.example.com/users?page=2"), isScheme("https"),
    absoluteURLStartsWith("https://api.example.com/v2/"), absoluteURLMatches(/v\d\/users/),
    absoluteURLMatches("/V2/", options: .caseInsensitive), absoluteURLMatches(expression),
    isHost("api.example.com"), isHost("*.example.com"), isPort(8080),
    hostMatches("^(eu|us)[.]"), hostMatches(/^eu\d/), hostMatches(expression),
    isPath("/users"), pathStartsWith("/api"), pathEndsWith("/avatar"), isExtension("png"),
    pathMatches("^/users/[0-9]+$"), pathMatches("/IMAGES/", options: .caseInsensitive),
    pathMatches("/IMAGES/", options: [.caseInsensitive]), pathMatches(expression),
    pathMatches(/^\/users\/(\d+)$/), isPathTemplate("/users/{id}/posts/{post}"),
    containsQuery(["page": "2", "flag": nil]), containsQuery("page"),
    containsQuery("page", "2"), containsQuery("page", 2), containsQuery("flag", nil),
    containsQuery("page", texts["page"]),
    containsQuery(URLQueryItem(name: "tag", value: "a"), URLQueryItem(name: "tag", value: "b")),
    containsQuery(["tag": "a", "tag": "b"]), containsQuery(optionals), containsQuery(texts),
    hasExactQuery(["page": "2"]), hasExactQuery([:]), hasExactQuery(optionals),
    hasExactQuery(texts), containsQueryParams(optionals), containsQueryParams(texts),
    hasExactQuery(URLQueryItem(name: "tag", value: "a")),
    queryMatches("page", "^[0-9]+$"), lacksQuery("debug"), containsQueryParams(["page": "2"]),
    hasHeaderNamed("Accept"), hasHeaderNamed("Accept", value: "application/json"),
    headerMatches("User-Agent", "^MyApp/"), lacksHeaderNamed("Cookie"),
    hasBasicAuth(user: "ada", password: "secret"), hasBearerToken("token"), hasCookie("session"),
    hasCookie("theme", value: "dark"),
    hasBody(Data("hello".utf8)), hasBody("hello"), bodyContains("hello"),
    bodyMatches("^hello"), bodyMatches("^HELLO", options: [.caseInsensitive]),
    bodyMatches(expression), bodyMatches(/hello/),
    hasMultipartPart(named: "photo", fileName: "cat.png", contentType: "image/png"),
    hasMultipartPart(named: "title", body: "A cat"), hasMultipartPart(body: Data("abc".utf8)),
    hasJsonBody(["id": 1, "tags": ["a", "b"], "note": nil]), hasJsonBody([1, 2, 3]),
    hasJsonBody("scalar"), hasJsonBody(.null),
    hasJsonBody(["id": 1, "name": "Ada" as Any?] as [String: Any?]),
    containsJson(["user": ["id": 1]]), containsJson(["id": 1] as [String: Any?]),
    hasJsonBody(user), hasJsonBody([user], encoder: JSONEncoder()), containsJson(user),
    containsJson(["user": user]), hasJsonBody(["user": user, "id": user.id, "tags": ["a"]]),
    hasJsonBody(text: "[1, 2]"), containsJson(Data("{}".utf8)),
    hasJsonBody(matching: [
      "id": .anyNumber, "name": .anyString, "isNew": .anyBool, "note": .anything, "page": 2,
      "at": .matching("^2[0-9]{3}-"), "by": .matching(/^A/), "tags": .unordered(["a", "b"]),
      "user": .value(["id": 1]),
    ]),
    containsJson(matching: ["user": ["id": .anyNumber]]),
    hasFormBody(optionals), hasFormBody(texts),
    hasFormBody(["a": "1", "b": nil]), hasFormBody(URLQueryItem(name: "a", value: "1")),
    containsFormBody(optionals), containsFormBody(texts), containsFormBody(["a": "1", "b": nil]),
    containsFormBody(URLQueryItem(name: "a", value: "1")),
    isGraphQLOperation("GetUser"), isGraphQLOperation("GetUser", variables: ["id": 7]),
    isGraphQLOperation("GetUser", variables: ["id": .anyString]),
    isGraphQLOperation("GetUser", variables: ["id": user.id]), isGraphQLQuery(),
    isGraphQLMutation(),
    anyRequest(), satisfies { $0.path == "/" }, satisfies("an even id") { $0.path.hasSuffix("2") },
    isMethodGET() && (isHost("a.example.com") || isHost("b.example.com")) && !isPath("/admin"),
  ]

  let request = URLRequest(url: try url("https://api.example.com/users"))
  let isMatch: Bool = matchers[0](request)
  let result: MatchResult = matchers[0].evaluate(StubRequest(request))
  print(isMatch, result, matchers[0].description)
  return matchers
}

/// A condition of eleven leaves, which must not be slow to type-check.
func elevenLeaves() -> RequestMatcher {
  isScheme("https") && isHost("api.example.com") && isPort(443) && isMethodPOST()
    && isPathTemplate("/users/{id}") && containsQuery(["page": "2"]) && lacksQuery("debug")
    && hasHeaderNamed("Accept", value: "application/json") && !hasCookie("session")
    && (hasJsonBody(["id": 1]) || hasFormBody(["id": "1"]))
}

/// The same with whole calls, of which each can be given a text or a URL.
func elevenLeavesWithCalls() -> RequestMatcher {
  (isPOST("https://api.example.com/users/{id}") || isPUT("https://api.example.com/users/{id}")
    || isPATCH("https://api.example.com/users/{id}") || isDELETE("/users/{id}"))
    && containsQuery(["page": "2"]) && lacksQuery("debug")
    && hasHeaderNamed("Accept", value: "application/json") && !hasCookie("session")
    && (hasJsonBody(["id": 1]) || hasFormBody(["id": "1"]) || hasBody("x"))
}

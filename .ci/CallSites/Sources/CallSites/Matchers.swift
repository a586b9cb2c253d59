import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every matcher, and what a matcher can do.
func matchers() throws -> [RequestMatcher] {
  let expression = try NSRegularExpression(pattern: "^/users")
  let matchers: [RequestMatcher] = [
    isMethodGET(), isMethodPOST(), isMethodPUT(), isMethodPATCH(), isMethodDELETE(),
    isMethodHEAD(), isMethod(.get, .post), isMethod("PROPFIND"),
    isAbsoluteURLString("https://api.example.com/users?page=2"), isScheme("https"),
    isHost("api.example.com"), isHost("*.example.com"), isPort(8080),
    isPath("/users"), pathStartsWith("/api"), pathEndsWith("/avatar"), isExtension("png"),
    pathMatches("^/users/[0-9]+$"), pathMatches("/IMAGES/", options: .caseInsensitive),
    pathMatches("/IMAGES/", options: [.caseInsensitive]), pathMatches(expression),
    pathMatches(/^\/users\/(\d+)$/), isPathTemplate("/users/{id}/posts/{post}"),
    containsQuery(["page": "2", "flag": nil]), containsQuery("page"),
    containsQuery(URLQueryItem(name: "tag", value: "a"), URLQueryItem(name: "tag", value: "b")),
    hasExactQuery(["page": "2"]), hasExactQuery([:]),
    hasExactQuery(URLQueryItem(name: "tag", value: "a")),
    queryMatches("page", "^[0-9]+$"), lacksQuery("debug"), containsQueryParams(["page": "2"]),
    hasHeaderNamed("Accept"), hasHeaderNamed("Accept", value: "application/json"),
    headerMatches("User-Agent", "^MyApp/"), lacksHeaderNamed("Cookie"),
    hasBasicAuth(user: "ada", password: "secret"), hasBearerToken("token"), hasCookie("session"),
    hasCookie("theme", value: "dark"),
    hasBody(Data("hello".utf8)), bodyContains("hello"),
    hasJsonBody(["id": 1, "tags": ["a", "b"], "note": nil]), hasJsonBody([1, 2, 3]),
    hasJsonBody("scalar"), hasJsonBody(.null),
    hasJsonBody(["id": 1, "name": "Ada" as Any?] as [String: Any?]),
    containsJson(["user": ["id": 1]]), containsJson(["id": 1] as [String: Any?]),
    hasFormBody(["a": "1", "b": nil]), hasFormBody(URLQueryItem(name: "a", value: "1")),
    isGraphQLOperation("GetUser"),
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

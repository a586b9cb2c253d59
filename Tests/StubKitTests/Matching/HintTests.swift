import Testing

@testable import StubKit

@Suite struct HintTests {
  @Test(
    arguments: [
      (
        isPath("users"),
        #"a path starts with "/": isPath("/users"); as written, only a relative URL has it"#
      ),
      (isPath("/a?b=c"), #"a path ends before "?": match the query with containsQuery(…)"#),
      (isPath("/a#b"), ##"a path ends before "#": fragments are never sent"##),
      (isPath("/a%20b"), #"paths are compared decoded: isPath("/a b")"#),
      (isPath("https://a.com/x"), "it is a whole URL; isAbsoluteURLString(…) matches that"),
      (isPath("/users/{id}"), #"braces are for isPathTemplate("/users/{id}")"#),
      (isPath("/users/*"), #""*" is an ordinary character: pathStartsWith("/users/")"#),
      (
        isPath("/users/*/posts"),
        #""*" is an ordinary character; pathMatches(…) takes a regular expression"#
      ),
      (
        pathStartsWith("api"),
        #"a path starts with "/": pathStartsWith("/api"); as written, only a relative URL has it"#
      ),
      (pathEndsWith("a?"), #"a path ends before "?": match the query with containsQuery(…)"#),
      (isExtension("a/b"), #"an extension holds no "/"; use pathEndsWith(…)"#),
      (isMethod("get"), #"methods are case-sensitive: write "GET""#),
      (isMethod(), "it names no method, so no request has it"),
      (
        isAbsoluteURLString("a.com"),
        #"an absolute URL has a scheme and a host: "https://…/a.com""#
      ),
      (hasHeaderNamed("Accept:"), "a header name stands without its colon"),
      (lacksHeaderNamed("A B"), "a header name holds no white space"),
      (
        hasBearerToken("Bearer abc"),
        #"the token stands without its scheme: hasBearerToken("abc")"#
      ),
      (hasBasicAuth(user: "a:b", password: ""), #"a user holds no ":", which ends it"#),
      (hasCookie("a=b"), #"a cookie's name holds no "="; write hasCookie(_:value:)"#),
      (
        containsQuery("a=b"),
        #"a name holds no "="; for a value write containsQuery(["name": "value"])"#
      ),
      (isPath("/users"), nil), (isHost("a.com"), nil), (isMethodGET(), nil), (isPath(""), nil),
      (pathEndsWith("users"), nil), (isMethod("PROPFIND"), nil),
    ] as [(RequestMatcher, String?)])
  func `a slip that is no mistake has a hint`(matcher: RequestMatcher, hint: String?) {
    #expect(criterion(matcher)?.hint == hint)
  }
}

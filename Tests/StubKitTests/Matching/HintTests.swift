import Testing

@testable import StubKit

@Suite struct HintTests {
  @Test(
    arguments: [
      (
        isPath("users"),
        #"a path starts with "/": isPath("/users"); as written, it matches only relative URLs"#
      ),
      (isPath("/a?b=c"), #"a path ends before the "?"; match the query with containsQuery(…)"#),
      (isPath("/a#b"), ##"a path ends before the "#"; a fragment is never sent"##),
      (isPath("/a%20b"), #"paths are compared without percent-encoding: isPath("/a b")"#),
      (isPath("https://a.com/x"), "this is a whole URL; match it with isAbsoluteURLString(…)"),
      (isPath("/users/{id}"), #"for parameters in braces use isPathTemplate("/users/{id}")"#),
      (
        isPath("/users/:id/posts"),
        #"a parameter is written in braces: isPathTemplate("/users/{id}/posts")"#
      ),
      (
        isPathTemplate("/users/:id"),
        #"a parameter is written in braces: isPathTemplate("/users/{id}")"#
      ),
      (isPath("/v1/books:batch"), nil), (isPath("/a/:"), nil),
      (isPath("/users/*"), #""*" is an ordinary character: pathStartsWith("/users/")"#),
      (
        isPath("/users/*/posts"),
        #""*" is an ordinary character; pathMatches(…) takes a regular expression"#
      ),
      (
        pathStartsWith("api"),
        #"a path starts with "/": pathStartsWith("/api"); as written, it matches only relative URLs"#
      ),
      (pathEndsWith("a?"), #"a path ends before the "?"; match the query with containsQuery(…)"#),
      (isExtension("a/b"), #"an extension contains no "/"; use pathEndsWith(…)"#),
      (isMethod("get"), #"case matters in methods; write "GET""#),
      (
        isAbsoluteURLString("a.com"),
        #"an absolute URL has a scheme and a host: "https://…/a.com""#
      ),
      (
        absoluteURLStartsWith("a.com/"),
        #"an absolute URL has a scheme and a host: "https://…/a.com/""#
      ),
      (
        absoluteURLStartsWith("https://a.com/*"),
        #""*" is an ordinary character; absoluteURLMatches(…) takes a regular expression"#
      ),
      (
        hasBearerToken("Bearer abc"),
        #"write the token without its scheme: hasBearerToken("abc")"#
      ),
      (
        containsQuery("a=b"),
        #"a name contains no "="; for a value write containsQuery("a", "b")"#
      ),
      (isPath("/users"), nil), (isHost("a.com"), nil), (isMethodGET(), nil), (isPath(""), nil),
      (pathEndsWith("users"), nil), (isMethod("PROPFIND"), nil),
    ] as [(RequestMatcher, String?)])
  func `a slip that is no mistake has a hint`(matcher: RequestMatcher, hint: String?) {
    #expect(criterion(matcher)?.hint(in: nil) == hint)
  }
}

import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
        isPath("/users/{id}.json"),
        "braces are ordinary characters; pathMatches(…) takes a regular expression"
      ),
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
        isPath("/*"), #""*" is an ordinary character; pathMatches(…) takes a regular expression"#
      ),
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
      (isExtension(".tar.gz"), "an extension is what follows the last dot; use pathEndsWith(…)"),
      (isMethod("get"), #"case matters in methods; write "GET""#),
      (
        isAbsoluteURLString("a.com:80/x"),
        #"an absolute URL has a scheme and a host: "https://a.com:80/x""#
      ),
      (
        absoluteURLStartsWith("a.com"),
        #"an absolute URL has a scheme and a host: "https://a.com""#
      ),
      (
        isAbsoluteURLString("https://a.com/?f[n]=a%20b"),
        "a character in it is not allowed in a URL, so that each % became %25; escape it, too"
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

  @Test(
    arguments: [
      (containsQuery(["q": "a b"]), "q=a%2520b", "the request encoded it twice"),
      (
        containsQuery(["q": "a%20b"]), "q=a%20b",
        #"values are compared without percent-encoding: "a b""#
      ),
      (
        containsQuery(["q": "a b"]), "q=a+b",
        #""+" in a query is a plus sign, not a space: "a+b""#
      ),
      (
        containsQuery(["q": "a+b"]), "q=a%20b",
        #""+" in a query is a plus sign, not a space: "a b""#
      ),
      (
        hasExactQuery(["q": "a"]), "q=a&r",
        "containsQuery(…) matches a query that has at least this"
      ),
      (containsQuery(["q": "a"]), "q=b", nil), (containsQuery(["q": "a"]), "r=a", nil),
      (
        isHost("*.a.com"), "", #""*." means the subdomains; the domain itself is isHost("a.com")"#
      ),
      (isHost("*.b.com"), "", nil),
    ] as [(RequestMatcher, String, String?)])
  func `a miss has a hint if it is a known slip`(
    matcher: RequestMatcher, query: String, hint: String?
  ) throws {
    let request = StubRequest(try .to("https://a.com/?" + query))
    #expect(matcher.evaluate(request).leaves.first?.hint == hint)
  }

  @Test func `a host is the same in upper case`() throws {
    let hint = isHost("*.a.com").evaluate(StubRequest(try .to("https://A.COM/"))).leaves.first?.hint
    #expect(hint?.hasSuffix(#"isHost("a.com")"#) == true)
  }

  @Test(
    arguments: [
      (
        hasFormBody(["q": "a+b"]), "q=a+b", #"q: expected "a+b", found "a b""#,
        #""+" in a form is a space; clients send a plus sign as %2B"#
      ),
      (
        hasFormBody(["id": "1"]), #"{"id": 1}"#, #"the body is JSON, {"id":1}"#,
        "hasJsonBody(…) matches JSON"
      ),
      (
        containsFormBody(["id": "1"]), "[1]", "the body is JSON, [1]",
        "containsJson(…) matches JSON"
      ),
      (
        hasFormBody(["1": nil]), "2",
        #"1: expected only the name, found nothing; 2: expected nothing, found only the name"#, nil
      ),
    ] as [(RequestMatcher, String, String, String?)])
  func `a body that is no such form says what it is`(
    matcher: RequestMatcher, body: String, found: String, hint: String?
  ) throws {
    let request = StubRequest(try .to("https://a.com/", method: "POST", body: body))
    let leaf = try #require(matcher.evaluate(request).leaves.first)
    #expect(leaf.found == found)
    #expect(leaf.hint == hint)
  }

  @Test func `a name that differs only in case says so`() throws {
    let body = #"{"query": "query getUser { id }"}"#
    let request = StubRequest(
      try .to(
        "https://a.com/", method: "Patch", headers: ["Content-Type": "application/json"], body: body
      ))
    for matcher in [isMethodPATCH(), isMethod("GET", "PATCH"), isGraphQLOperation("GetUser")] {
      #expect(matcher.evaluate(request).leaves.first?.difference == "which differs only in case")
    }
    #expect(isMethodPOST().evaluate(request).leaves.first?.difference == nil)
  }
}

import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct HeaderMatcherTests {
  @Test(arguments: [
    (hasHeaderNamed("x-token"), true),
    (hasHeaderNamed("X-Other"), false),
    (hasHeaderNamed("X-TOKEN", value: "abc"), true),
    (hasHeaderNamed("X-Token", value: "ABC"), false),
    (hasHeaderNamed("X-Token", value: "ab"), false),
    (headerMatches("x-token", "^a"), true),
    (headerMatches("x-token", "^b"), false),
    (headerMatches("X-Other", ".*"), false),
    (lacksHeaderNamed("X-Other"), true),
    (lacksHeaderNamed("x-token"), false),
  ])
  func `names ignore case and values do not`(matcher: RequestMatcher, expected: Bool) throws {
    #expect(matcher(try .to(headers: ["X-Token": "abc"])) == expected)
  }

  @Test func `a field is found again after others`() throws {
    let request: URLRequest = try .to(headers: ["X-A": "1", "X-B": "2"])
    RequestProbe.examining(request, body: .seen(nil), sight: .full) { probe in
      for (name, value) in [
        ("x-a", "1"), ("X-B", "2"), ("X-A", "1"), ("X-C", nil), ("x-A", "1"), ("X-B", "2"),
      ] {
        #expect(name.withBytes { probe.withHeader($0, \.text) } == value)
        #expect(probe.header(name) == value)
      }
    }
  }

  @Test(arguments: [
    ("Basic dXNlcjpwYXNz", true),
    ("basic dXNlcjpwYXNz", true),
    (" Basic dXNlcjpwYXNz ", true),
    ("Basic dXNlcjpwYXNzZQ==", false),
    ("Bearer dXNlcjpwYXNz", false),
    ("Basic !!!", false),
    ("Basic user:pass", false),
    ("Basic dXNlcjpwYXN", false),
    ("Basic", false),
    ("", false),
  ])
  func `hasBasicAuth decodes the credentials`(value: String, expected: Bool) throws {
    let matcher = hasBasicAuth(user: "user", password: "pass")
    #expect(matcher(try .to(headers: ["Authorization": value])) == expected)
  }

  @Test func `a password may hold colons`() throws {
    let value = "Basic " + Data("u:a:b".utf8).base64EncodedString()
    #expect(hasBasicAuth(user: "u", password: "a:b")(try .to(headers: ["Authorization": value])))
  }

  @Test(arguments: [
    ("Bearer t0k", true), ("bearer  t0k", true), ("Bearer t0ken", false), ("Basic t0k", false),
    ("t0k", false),
  ])
  func `hasBearerToken compares the token`(value: String, expected: Bool) throws {
    #expect(hasBearerToken("t0k")(try .to(headers: ["Authorization": value])) == expected)
  }

  @Test(arguments: [
    (hasCookie("session"), true), (hasCookie("theme", value: "dark"), true),
    (hasCookie("theme", value: "light"), false), (hasCookie("Theme"), false),
    (hasCookie("empty", value: ""), true), (hasCookie("b64", value: "a=="), true),
    (hasCookie("dark"), false),
  ])
  func `hasCookie reads the Cookie header`(matcher: RequestMatcher, expected: Bool) throws {
    let cookies = "session=1; theme=dark;empty=; b64=a=="
    #expect(matcher(try .to(headers: ["Cookie": cookies])) == expected)
    #expect(!matcher(try .to()))
  }

  @Test func `an accent after a semicolon does not join two cookies`() throws {
    let request = try URLRequest.to(headers: ["Cookie": "a=1;\u{301}b=2"])
    #expect(hasCookie("a", value: "1")(request))
    #expect(hasCookie("\u{301}b", value: "2")(request))
  }

  @Test func `cookies and credentials are compared byte by byte`() throws {
    let (composed, joined) = ("\u{E9}", "e\u{301}")
    let cookies = try URLRequest.to(headers: ["Cookie": "\(joined)=\(joined)"])
    #expect(hasCookie(joined, value: joined)(cookies))
    #expect(!hasCookie(composed)(cookies))
    let result = hasCookie(joined, value: composed).evaluate(StubRequest(cookies))
    #expect(!result.isMatch)
    #expect(result.description.contains(#"the cookie "e\u{301}" is "e\u{301}""#))
    let pair = Data("\(joined):p".utf8).base64EncodedString()
    let basic = try URLRequest.to(headers: ["Authorization": "Basic \(pair)"])
    #expect(hasBasicAuth(user: joined, password: "p")(basic))
    #expect(!hasBasicAuth(user: composed, password: "p")(basic))
  }

  @Test(arguments: [
    hasHeaderNamed("X"), hasHeaderNamed("X", value: "1"), headerMatches("X", "1"),
    lacksHeaderNamed("X"), hasBasicAuth(user: "u", password: "p"), hasBearerToken("t"),
    hasCookie("a"), hasCookie("a", value: "1"),
  ])
  func `a header that is missing at a glance may still come`(matcher: RequestMatcher) throws {
    #expect(verdict(matcher, try .to(), sight: .glance) == .open)
    #expect(verdict(matcher, try .to(), sight: .full) != .open)
  }

  @Test func `a header that is there at a glance decides`() throws {
    let request = try URLRequest.to(headers: ["X": "1", "Cookie": "a=2"])
    #expect(verdict(hasHeaderNamed("X"), request) == .yes)
    #expect(verdict(hasHeaderNamed("X", value: "2"), request) == .no)
    #expect(verdict(lacksHeaderNamed("X"), request) == .no)
    #expect(verdict(hasCookie("a", value: "1"), request) == .no)
    #expect(verdict(hasCookie("b"), request) == .open)
  }
}

import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct CallMatcherTests {
  private static let calls: [(String, String, Bool)] = [
    ("https://a.com/users", "https://a.com/users", true),
    ("https://a.com/users", "https://a.com/users/", true),
    ("https://a.com/users", "https://A.com:443/users?page=2#top", true),
    ("HTTPS://A.com:443/users#here", "https://a.com/users", true),
    ("https://a.com/users", "http://a.com/users", false),
    ("https://a.com/users", "http://a.com:443/users", false),
    ("https://a.com/users", "https://a.com:8443/users", false),
    ("https://a.com:8443/users", "https://a.com:8443/users", true),
    ("https://a.com:8443/users", "https://a.com/users", false),
    ("http://localhost:80/", "http://localhost", true),
    ("https://a.com", "https://a.com/", true), ("https://a.com", "https://a.com/x", false),
    ("https://a.com/users", "https://b.com/users", false),
    ("https://a.com/users", "https://a.com/Users", false),
    ("https://*.a.com/x", "https://b.a.com/x", true),
    ("https://*.a.com/x", "https://a.com/x", false),
    ("http://[::1]:8080/x", "http://[::1]:8080/x", true),
    ("http://[::1]/x", "http://[::1]:8080/x", false), ("http://[::1]/x", "http://[::1]/x", true),
    ("https://a.com/", "https://a.com/caf%E9", false), ("/caf%E9", "https://a.com/caf%E9", true),
    ("https://a.com/100%", "https://a.com/100%25", true), ("/users/%@", "https://a.com", false),
    ("/users/%@", "https://a.com/users/%25@", true),
    ("app://host/x", "app://host/x", true), ("app://host:7/x", "app://host/x", false),
    ("https://a.com/users/{id}", "https://a.com/users/7", true),
    ("https://a.com/users/{id}", "https://a.com/users", false),
    ("https://a.com/a%20b/{id}", "https://a.com/a%20b/7", true),
    ("https://a.com/a b", "https://a.com/a%20b", true), ("/é", "https://a.com/%C3%A9", true),
    ("/users/{id}", "http://b.com:8080/users/7?x", true), ("/", "https://a.com", true),
    ("/users?page=2&flag", "https://a.com/users?flag&x=1&page=2", true),
    ("/users?page=2", "https://a.com/users?page=3", false),
    ("/users?page=2", "https://a.com/users", false),
    ("/users?tag=a&tag=b", "https://a.com/users?tag=b&tag=a", true),
    ("/users?q=a%20b", "https://a.com/users?q=a%20b", true),
    (#"/users?q={"a":1}"#, "https://a.com/users?q=%7B%22a%22:1%7D", true),
    ("/users?", "https://a.com/users?page=2", true),
    ("/users?page=2&", "https://a.com/users?page=2", true),
    ("http://[fe80::1%25en0]:8080/x", "http://[fe80::1%25en0]:8080/x", true),
    ("https://%61.com/", "https://a.com/", true),
  ]

  @Test(arguments: calls)
  func `an address means scheme, host, port, path and what is written of the query`(
    address: String, url: String, expected: Bool
  ) throws {
    #expect(isGET(address)(try .to(url)) == expected)
    #expect(!isGET(address)(try .to(url, method: "POST")))
    #expect(isPOST(address)(try .to(url, method: "POST")) == expected)
  }

  @Test func `each function has its method, and takes a URL as well`() throws {
    let url = try #require(URL(string: "https://a.com/%7Bid%7D?a=1"))
    let text = url.absoluteString
    let matchers = [
      "GET": [isGET(url), isGET(text)], "POST": [isPOST(url), isPOST(text)],
      "PUT": [isPUT(url), isPUT(text)], "PATCH": [isPATCH(url), isPATCH(text)],
      "DELETE": [isDELETE(url), isDELETE(text)], "HEAD": [isHEAD(url), isHEAD(text)],
    ]
    for (method, both) in matchers {
      for matcher in both {
        #expect(matcher.description == "is\(method)(\"https://a.com/%7Bid%7D?a=1\")")
        for other in matchers.keys {
          #expect(
            matcher(try .to("https://a.com/%7Bid%7D?a=1", method: other)) == (other == method))
        }
        // Braces that are encoded are a part of the path.
        #expect(!matcher(try .to("https://a.com/7?a=1", method: method)))
      }
    }
  }

  @Test func `empty braces in a query are a value`() throws {
    let matcher = isGET("https://a.com/graphql?variables={}")
    #expect(matcher.mistake == nil)
    #expect(matcher(try .to("https://a.com/graphql?variables=%7B%7D")))
  }

  @Test func `what stands in braces is captured`() throws {
    let request = StubRequest(try .to("https://a.com/users/a%20b/posts/7"))
    let matcher = isGET("https://a.com/users/{id}/posts/{post}") && isHost("a.com")
    let captures = request.examine { matcher.expression.captures(in: $0) }
    #expect(captures == ["id": "a b", "post": "7"])
  }

  private static let hostRule = """
    a host is a name alone, without scheme, path and blanks: "api.example.com", or "*.example.com" for its subdomains
    """
  private static let templateRule = """
    a template starts with "/", and a parameter is a whole segment with a name of its own: \
    "/users/{id}"
    """

  private static let mistakes: [(String, String)] = [
    (
      "api.example.com/users",
      #"a URL starts with its scheme, "https://api.example.com/users", and a path at any host "#
        + #"with one "/", "/api.example.com/users""#
    ),
    (
      "localhost:8080/users",
      #"a URL starts with its scheme, "https://localhost:8080/users", and a path at any host "#
        + #"with one "/", "/localhost:8080/users""#
    ),
    (
      "//a.com/x",
      #"a URL starts with its scheme, "https://a.com/x", and a path at any host with one "/", "#
        + #""/a.com/x""#
    ),
    (
      "", #"a URL starts with its scheme, "https://", and a path at any host with one "/", "/""#
    ),
    ("https://", Self.hostRule), ("https:///users", Self.hostRule),
    ("https://a.com:x/", "a port is a number from 0 to 65535"),
    ("https://a.com:70000/", "a port is a number from 0 to 65535"),
    ("https://*/x", Self.hostRule),
    (
      "https://{tenant}.a.com/x",
      #"a parameter stands in the path; for subdomains write "https://*.example.com/""#
    ),
    (
      "https://u:p@a.com/x",
      "a user is not compared here; match one with hasBasicAuth(user:password:)"
    ),
    ("/users/{id", Self.templateRule), ("/{id}/{id}", Self.templateRule),
    (
      "/a%2Fb/{id}", #"an encoded "/" cannot stand beside a parameter; write pathMatches(…)"#
    ),
    (
      "/users?page={page}",
      #"a parameter stands in the path; for any value in the query add containsQuery("page")"#
    ),
    ("1a://a.com/x", #"a scheme is a name alone, such as "https""#),
  ]

  @Test(arguments: mistakes)
  func `an address that cannot be meant is named`(address: String, reason: String) {
    #expect(isGET(address).mistake == "isGET(\"\(address)\"): \(reason)")
    #expect(
      (isHost("a.com") && !isDELETE(address)).mistake == "isDELETE(\"\(address)\"): \(reason)")
  }

  @Test func `it is looked up as the parts of it are, and decided by flat comparisons`() throws {
    let call = isGET("https://api.example.com/users?page=2") && hasHeaderNamed("X-A")
    let byHand =
      isMethodGET() && isHost("api.example.com") && isPath("/users")
      && containsQuery(URLQueryItem(name: "page", value: "2")) && hasHeaderNamed("X-A")
    var index = StubIndex()
    let places = [call, byHand].map { Array(index.placement(for: $0.expression.alternatives())) }
    #expect(places[0] == places[1])
    #expect(!places[0].isEmpty)
    #expect(CompiledMatcher(call.expression).wholeAddress != nil)
    let template = isGET("https://*.example.com:8080/users/{id}")
    #expect(CompiledMatcher(template.expression).wholeAddress != nil)
  }

  private static let call = isGET("https://api.example.com/organisations/42/members?page=2")

  @Test(arguments: [
    (
      call, "GET", "https://api.example.com/organisations/42/members?page=2",
      [#"✓ isGET("https://api.example.com/organisations/42/members?page=2")"#]
    ),
    (
      call, "GET", "https://api.example.com/organisations/42/memebers?page=2",
      [
        #"✗ isGET("https://api.example.com/organisations/42/members?page=2"): the path is "#
          + #""/organisations/42/memebers", with "memebers" for "members""#
      ]
    ),
    (
      call, "POST", "http://api.example.com/organisations/42/members?page=3",
      [
        #"✗ isGET("https://api.example.com/organisations/42/members?page=2"): 3 differences"#,
        "  the method is POST", #"  the scheme is "http""#, #"  page: expected "2", found "3""#,
      ]
    ),
    (
      isGET("https://a.com"), "GET", "https://a.com/x",
      [#"✗ isGET("https://a.com"): the path is "/x""#]
    ),
    (
      isGET("https://a.com"), "GET", "https://a.com:81/",
      [#"✗ isGET("https://a.com"): the port is 81"#]
    ),
    (
      !isGET("/x"), "GET", "https://a.com/x",
      [#"✗ !isGET("/x"): the method is GET; the path is "/x""#]
    ),
    (!isGET("/x"), "POST", "https://a.com/x", [#"✓ !isGET("/x")"#]),
    (
      isGET("/users/:id"), "GET", "https://a.com/users/7",
      [
        #"✗ isGET("/users/:id"): the path is "/users/7""#,
        #"  → a parameter is written in braces: isPathTemplate("/users/{id}")"#,
      ]
    ),
    (
      isPOST("/x") || isGET("/y") && hasHeaderNamed("A"), "GET", "https://a.com/y",
      [
        "✗ any of", #"  ✗ isPOST("/x"): 2 differences"#, "    the method is GET",
        #"    the path is "/y""#, "  ✗ all of", #"    ✓ isGET("/y")"#,
        #"    ✗ hasHeaderNamed("A"): there is no header "A""#,
      ]
    ),
  ])
  func `a report says what of the call is not met`(
    matcher: RequestMatcher, method: String, url: String, lines: [String]
  ) throws {
    let result = matcher.evaluate(StubRequest(try .to(url, method: method)))
    #expect(result.reportLines == lines)
    #expect(result.isMatch == lines[0].hasPrefix("✓"))
  }

  @Test func `it is near as its parts are`() throws {
    let request = StubRequest(try .to("https://a.com/user"))
    let byHand = isMethodGET() && isHost("a.com") && isPath("/users")
    let nearness = [isGET("https://a.com/users"), isGET("https://b.org/posts"), byHand].map {
      matcher in request.examine { matcher.expression.nearness(of: $0).value }
    }
    #expect(nearness[0] >= nearness[2])
    #expect(nearness[1] < nearness[2])
  }

  @Test func `what it asks of the query stands in the line to paste`() throws {
    let registry = StubRegistry()
    registry.stub(condition: isGET("https://a.com/users?page=2"), response: .json([]))
    let report = registry.explain(try .to("https://a.com/users?page=3"))
    #expect(
      report.contains(
        #"stub(condition: isHost("a.com") && isPath("/users") && "#
          + #"containsQuery(["page": "3"]), response: .json([:]))"#))
  }

  @Test(arguments: [
    ("https://a.com/x", "https://a.com/x?b=1#top", true),
    ("https://a.com/x", "https://a.com/x", true),
    ("https://a.com/x?a=1#y", "https://a.com/x?b=2", true),
    ("https://a.com/x", "https://a.com/x/", false),
    ("https://a.com/x", "https://a.com/xy?b", false),
    ("https://a.com/é", "https://a.com/%C3%A9?b", true), ("https://a.com", "https://a.com?b", true),
    ("https://a.com/x", "http://a.com/x?b", false), ("https://a.com/x", "https://A.com/x", false),
  ])
  func `isAbsoluteURLString may ignore the query`(text: String, url: String, expected: Bool) throws
  {
    #expect(isAbsoluteURLString(text, ignoringQuery: true)(try .to(url)) == expected)
    let address = try #require(URL(string: text))
    #expect(isAbsoluteURLString(address, ignoringQuery: true)(try .to(url)) == expected)
  }
}

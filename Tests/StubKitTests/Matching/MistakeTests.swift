import Foundation
import Testing

@testable import StubKit

@Suite struct MistakeTests {
  @Test(arguments: [
    ("", #"isHost(""): a host is never empty"#),
    (
      "https://a.com",
      #"isHost("https://a.com"): a host stands without its scheme, which isScheme(…) matches"#
    ),
    ("a.com/x", #"isHost("a.com/x"): a host holds no "/"; isPath(…) matches the path"#),
    ("a.com?b", #"isHost("a.com?b"): a host holds no "?"; containsQuery(…) matches the query"#),
    ("a.com#b", ##"isHost("a.com#b"): a host holds no "#"; fragments are never sent"##),
    (
      "u@a.com",
      #"isHost("u@a.com"): a host holds no "@"; a user in the URL is not part of the host"#
    ),
    ("a com", #"isHost("a com"): a host holds no white space"#),
    (
      "a.com:80",
      #"isHost("a.com:80"): the port is matched by itself: isHost("a.com") && isPort(80)"#
    ),
    (
      "[::1]:80",
      #"isHost("[::1]:80"): the port is matched by itself: isHost("[::1]") && isPort(80)"#
    ),
    ("a.com:", #"isHost("a.com:"): the port is matched by itself: isHost("a.com") && isPort(…)"#),
    ("*", #"isHost("*"): "*" stands only in front, for subdomains: "*.example.com""#),
    ("*.", #"isHost("*."): "*" stands only in front, for subdomains: "*.example.com""#),
    ("a.*.com", #"isHost("a.*.com"): "*" stands only in front, for subdomains: "*.example.com""#),
  ])
  func `a host that no URL can have is named`(host: String, sentence: String) {
    #expect(mistake { try HostCriterion(parsing: host) } == sentence)
  }

  @Test(arguments: ["a.com", "::1", "[::1]", "fe80::1%en0", "*.a.com", "localhost", "日本.jp"])
  func `a host that a URL can have is none`(host: String) {
    #expect(mistake { try HostCriterion(parsing: host) } == nil)
  }

  @Test(arguments: [
    ("", #"isScheme(""): a scheme is never empty; write "https""#),
    ("https://", #"isScheme("https://"): a scheme stands without its colon; write "https""#),
    ("1a", #"isScheme("1a"): a scheme is a letter, then letters, digits, "+", "-" and ".""#),
    ("a b", #"isScheme("a b"): a scheme is a letter, then letters, digits, "+", "-" and ".""#),
  ])
  func `a scheme that is none is named`(scheme: String, sentence: String) {
    #expect(mistake { try SchemeCriterion(parsing: scheme) } == sentence)
  }

  @Test(arguments: [
    (-1, "isPort(-1): a port is a number from 0 to 65535"),
    (65_536, "isPort(65536): a port is a number from 0 to 65535"),
  ])
  func `a port out of range is named`(port: Int, sentence: String) {
    #expect(mistake { try PortCriterion(parsing: port) } == sentence)
  }

  @Test(arguments: [
    ("users", #"isPathTemplate("users"): a template starts with "/": "/users""#),
    ("", #"isPathTemplate(""): a template starts with "/": "/""#),
    (
      "/a?b={c}",
      #"isPathTemplate("/a?b={c}"): a template ends before "?"; containsQuery(…) matches the query"#
    ),
    ("/a#b", ##"isPathTemplate("/a#b"): a template ends before "#"; fragments are never sent"##),
    ("/{id", #"isPathTemplate("/{id"): the braces in "{id" are not balanced"#),
    ("/id}", #"isPathTemplate("/id}"): the braces in "id}" are not balanced"#),
    ("/{}", #"isPathTemplate("/{}"): "{}" has no name; write "{id}""#),
    ("/{ }", #"isPathTemplate("/{ }"): "{ }" has no name; write "{id}""#),
    ("/{id}/{id}", #"isPathTemplate("/{id}/{id}"): the name "id" stands twice"#),
    (
      "/{id}.json",
      #"isPathTemplate("/{id}.json"): a parameter is a whole segment, and "{id}.json" is more "#
        + "than one; pathMatches(…) takes a regular expression"
    ),
    (
      "/}{",
      #"isPathTemplate("/}{"): a parameter is a whole segment, and "}{" is more than one; "#
        + "pathMatches(…) takes a regular expression"
    ),
  ])
  func `a template that cannot be read is named`(template: String, sentence: String) {
    #expect(mistake { try PathTemplateCriterion(parsing: template) } == sentence)
  }

  @Test(arguments: [
    ("(a", #"pathMatches: "(a" is no regular expression (expected ')')"#),
    ("[a", #"pathMatches: "[a" is no regular expression (expected ']')"#),
    ("\\", #"pathMatches: "\\" is no regular expression (expected escape sequence)"#),
    ("", #"pathMatches: "" is no regular expression (it is empty)"#),
  ])
  func `a pattern that does not compile is named with the reason`(
    pattern: String, sentence: String
  ) {
    #expect(mistake { try TextPattern(parsing: pattern, call: "pathMatches") } == sentence)
  }

  @Test func `a value that is no JSON is named with the way to it`() {
    let json: [String: Any?] = ["users": [[:], ["born": Date()] as [String: Any]]]
    #expect(
      mistake { try JSONBodyCriterion(converting: json, isSubset: false) }
        == "hasJsonBody(…): $.users[1].born: a Date is not a JSON value")
    #expect(
      mistake { try JSONBodyCriterion(converting: ["a b": Double.nan], isSubset: true) }
        == #"containsJson(…): $["a b"]: the number nan is not a JSON value"#)
  }

  // Elsewhere a test cannot start a process, and what would start it is not declared.
  #if os(Linux) || os(macOS)
    @Test func `a mistake stops the program at the call, with its sentence`() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = isHost("a.com/x")
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        output.contains(#"isHost("a.com/x"): a host holds no "/"; isPath(…) matches the path"#))
      #expect(output.contains("MistakeTests.swift"))
    }
  #endif
}

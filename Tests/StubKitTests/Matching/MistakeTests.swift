import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct MistakeTests {
  @Test(arguments: [
    "", "https://a.com", "a.com/x", "a.com?b", "a.com#b", "u@a.com", "a com", "*", "*.", "a.*.com",
  ])
  func `a host that no URL can have is named`(host: String) {
    #expect(
      isHost(host).mistake
        == "isHost(\"\(host)\"): a host is a name alone, without scheme, path and blanks: \"api.example.com\", "
        + "or \"*.example.com\" for its subdomains")
  }

  @Test(arguments: ["a.com:80", "[::1]:80", "a.com:"])
  func `a host with a port is named`(host: String) {
    #expect(
      isHost(host).mistake
        == "isHost(\"\(host)\"): a host is written without a port; match that with isPort(…)")
  }

  @Test(arguments: [
    (
      isAbsoluteURLString("a.com/x"),
      #"isAbsoluteURLString("a.com/x"): an absolute URL has a scheme and a host: "https://a.com/x""#
    ),
    (
      isAbsoluteURLString("/x", ignoringQuery: true),
      #"isAbsoluteURLString("/x", ignoringQuery: true): an absolute URL has a scheme and a host: "#
        + #""https://…/x""#
    ),
    (
      absoluteURLStartsWith("a.com/"),
      #"absoluteURLStartsWith("a.com/"): an absolute URL has a scheme and a host: "https://a.com/""#
    ),
    (absoluteURLStartsWith(""), nil), (absoluteURLStartsWith("ht"), nil),
    (absoluteURLStartsWith("https:/"), nil), (isAbsoluteURLString("data:,x"), nil),
  ])
  func `a URL without a scheme is named`(condition: RequestMatcher, sentence: String?) {
    #expect(condition.mistake == sentence)
  }

  @Test(arguments: ["a.com", "::1", "[::1]", "fe80::1%en0", "*.a.com", "localhost", "日本.jp"])
  func `a host that a URL can have is none`(host: String) {
    #expect(isHost(host).mistake == nil)
  }

  @Test(arguments: ["", "https://", "1a", "a b"])
  func `a scheme that is none is named`(scheme: String) {
    #expect(
      isScheme(scheme).mistake
        == "isScheme(\"\(scheme)\"): a scheme is a name alone, such as \"https\"")
  }

  @Test(arguments: [
    (-1, "isPort(-1): a port is a number from 0 to 65535"),
    (65_536, "isPort(65536): a port is a number from 0 to 65535"),
  ])
  func `a port out of range is named`(port: Int, sentence: String) {
    #expect(isPort(port).mistake == sentence)
  }

  @Test(arguments: [
    "users", "", "/{id", "/id}", "/{}", "/{ }", "/{id}/{id}", "/{id}.json", "/}{", "/{", "/}",
    "/{{id}}",
  ])
  func `a template that cannot be read is named`(template: String) {
    #expect(
      isPathTemplate(template).mistake
        == "isPathTemplate(\"\(template)\"): a template starts with \"/\", and a parameter is a "
        + "whole segment with a name of its own: \"/users/{id}\"")
  }

  @Test(arguments: [
    ("/a?b={c}", #"a template ends before the "?"; match the query with containsQuery(…)"#),
    ("/a#b", ##"a template ends before the "#"; a fragment is never sent"##),
  ])
  func `what is no part of a template is named`(template: String, reason: String) {
    #expect(isPathTemplate(template).mistake == "isPathTemplate(\"\(template)\"): \(reason)")
  }

  @Test(arguments: [
    (pathMatches(""), #"pathMatches("")"#, ": it is empty"),
    (pathMatches("[a"), #"pathMatches("[a")"#, ""),
    (
      pathMatches("(", options: .caseInsensitive), #"pathMatches("(", options: .caseInsensitive)"#,
      ""
    ),
    (headerMatches("X-A", "["), #"headerMatches("X-A", "[")"#, ""),
    (queryMatches("a", ""), #"queryMatches("a", "")"#, ": it is empty"),
    (bodyMatches("("), #"bodyMatches("(")"#, ""),
    (absoluteURLMatches(""), #"absoluteURLMatches("")"#, ": it is empty"),
    (hostMatches("*.a.com"), #"hostMatches("*.a.com")"#, #": any text is ".*""#),
  ])
  func `a pattern that does not compile is named with the call that it stands in`(
    matcher: RequestMatcher, call: String, hint: String
  ) {
    #expect(matcher.mistake == call + ": this is not a valid regular expression" + hint)
  }

  private struct Broken: Encodable {
    var list = [1.0, .infinity]
  }

  @Test func `a value that cannot be encoded is named with the way to it`() {
    #expect(
      hasJsonBody(Broken()).mistake?
        .hasPrefix("hasJsonBody(…): $.list[1]: inf cannot be encoded: Unable to encode") == true)
    #expect(
      containsJson(text: "{a}").mistake
        == #"containsJson(…): expected a name in quotes or "}", found "a" at byte 1, line 1, column 2"#
    )
  }

  private enum StringOfObject: String, Encodable { case one = #"{"id": 1}"# }

  @Test func `a string that is the text of an object is named, with what to write`() {
    let text = #"{"id": 1, "tags": []}"#
    #expect(
      hasJsonBody(text).mistake
        == #"hasJsonBody("{\"id\": 1, \"tags\": []}"): this is a JSON string, but its text is the "#
        + #"JSON of an object; write hasJsonBody(["id": 1, "tags": []]), or hasJsonBody(text: …)"#)
    #expect(
      containsJson("[1]").mistake?.contains("the JSON of an array; write containsJson([1])") == true
    )
    #expect(hasJsonBody("1").mistake == nil)
    #expect(hasJsonBody("text").mistake == nil)
    // Here the quotes are written, so that a string is meant.
    let quoted = #""{\"id\": 1}""#
    #expect(hasJsonBody(text: quoted).mistake == nil)
    #expect(containsJson(Data(quoted.utf8)).mistake == nil)
    #expect(hasJsonBody(StringOfObject.one).mistake == nil)
  }

  @Test func `a value that is not JSON is named with the way to it`() {
    let json: [String: Any?] = ["users": [[:], ["born": Date()] as [String: Any]]]
    #expect(
      hasJsonBody(json).mistake
        == "hasJsonBody(…): $.users[1].born: a Date is not a JSON value; write it in one form, "
        + "such as a text")
    let number: [String: Any?] = ["a b": Double.nan]
    #expect(
      containsJson(number).mistake
        == #"containsJson(…): $["a b"]: the number nan is not a JSON value"#)
  }

  @Test(arguments: [
    ("9223372036854775807", true), ("-9223372036854775808", true), ("9223372036854775808", true),
    ("18446744073709551615", false), ("-9223372036854775809", false), ("1e30", true),
    ("100000000000000000000", true), ("100000000000000000001", false), ("0.1", true),
    ("9007199254740993", true),
  ])
  func `an integer that would be compared only nearly is a mistake`(number: String, isExact: Bool) {
    let place = "at byte 7, line 1, column 8"
    let sentence =
      isExact
      ? nil : "hasJsonBody(…): the integer \(number) is more than StubJSON holds exactly \(place)"
    #expect(hasJsonBody(text: #"{"id": \#(number)}"#).mistake == sentence)
    #expect(hasJsonBody(Data(#"{"id": \#(number)}"#.utf8)).mistake == sentence)
    #expect((containsJson(text: "[\(number)]").mistake == nil) == isExact)
  }

  @Test(arguments: [
    isHost("a.com/x"), !isHost("a.com/x"), !(!isHost("a.com/x")),
    isHost("a.com/x") && anyRequest(), isHost("a.com/x") || anyRequest(),
    anyRequest() || isHost("a.com/x"), !(isHost("a.com/x") && isPath("/b")),
    anyRequest() || !(isPath("/b") && !isHost("a.com/x")),
  ])
  func `a condition with a mistake anywhere in it matches nothing`(
    matcher: RequestMatcher
  ) throws {
    let request = try URLRequest.to("https://a.com/x")
    #expect(
      matcher.mistake
        == #"isHost("a.com/x"): a host is a name alone, without scheme, path and blanks: "api.example.com", or "*.example.com" "#
        + "for its subdomains")
    #expect(!matcher(request))
    #expect(!matcher.evaluate(StubRequest(request)).isMatch)
    for sight in [RequestProbe.Sight.glance, .guarded, .full] {
      #expect(verdict(matcher, request, sight: sight) == .no)
    }
  }

  @Test(
    arguments: [
      (isMethod(), "isMethod(): it names no method"),
      (
        hasHeaderNamed(""),
        #"hasHeaderNamed(""): a header name is a word alone, such as "Accept""#
      ),
      (
        hasHeaderNamed("Accept:", value: "a"),
        #"hasHeaderNamed("Accept:", value: "a"): a header name is a word alone, such as "Accept""#
      ),
      (
        lacksHeaderNamed("A B"),
        #"lacksHeaderNamed("A B"): a header name is a word alone, such as "Accept""#
      ),
      (
        hasCookie("a=b"),
        #"hasCookie("a=b"): a cookie's name contains no "="; give the value with hasCookie(_:value:)"#
      ),
      (hasCookie(""), #"hasCookie(""): a cookie has a name, which contains no ";""#),
      (hasCookie("a;b"), #"hasCookie("a;b"): a cookie has a name, which contains no ";""#),
      (
        hasBasicAuth(user: "a:b", password: ""),
        #"hasBasicAuth(user: "a:b", password: ""): a user name contains no ":", because that ends it"#
      ),
    ] as [(RequestMatcher, String)])
  func `what no request can have is a mistake`(matcher: RequestMatcher, text: String) throws {
    #expect(matcher.mistake == text)
    #expect(!matcher(try .to("https://a.com/x")))
  }

  @Test func `the first mistake of several is told`() {
    let matcher = isPath("/a") && (isPort(-1) || !isHost(""))
    #expect(matcher.mistake == "isPort(-1): a port is a number from 0 to 65535")
    #expect(matcher.description == #"isPath("/a") && (isPort(-1) || !isHost(""))"#)
    #expect((isPath("/a") && !isHost("a.com")).mistake == nil)
  }

  @Test func `an evaluation says what the mistake is, and which parts would match`() throws {
    let matcher = isPath("/x") && !isPort(-1) && (isMethodGET() || isHost(""))
    #expect(
      matcher.evaluate(StubRequest(try .to("https://a.com/x"))).description == """
        ✓ isPath("/x")
        ✗ !isPort(-1): a port is a number from 0 to 65535
        ✗ any of
            ✓ isMethodGET()
            ✗ isHost(""): a host is a name alone, without scheme, path and blanks: "api.example.com", or "*.example.com" for its subdomains
        """)
  }
}

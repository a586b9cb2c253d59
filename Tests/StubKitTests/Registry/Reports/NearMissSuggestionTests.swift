import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The line of a report that stubs the request.
struct NearMissSuggestionTests {
  private let registry = StubRegistry()

  private func suggestion(for request: URLRequest) -> String? {
    let lines = registry.explain(request).split(separator: "\n")
    return lines.drop { $0 != "To stub it:" }.dropFirst().first.map { line in
      String(line.drop { $0 == " " })
    }
  }

  @Test func `the line compiles when it is pasted`() throws {
    let request = try URLRequest.to("https://api.test/users?page=2", method: "PROPFIND")
    registry.given(isHost("api.test") && isPath("/users") && containsQuery(["page": "1"]), line: 1)
    #expect(
      suggestion(for: request)
        == #"registry.stub(condition: isHost("api.test") && isPath("/users") && isMethod("PROPFIND") && containsQuery(["page": "2"]), response: .json([:]))"#
    )
    // swift-format-ignore
    registry.stub(condition: isHost("api.test") && isPath("/users") && isMethod("PROPFIND") && containsQuery(["page": "2"]), response: .json([:]))
    #expect(
      registry.explain(request).hasPrefix("PROPFIND https://api.test/users?page=2 is answered"))
  }

  @Test(arguments: [
    ("https://a.test/say%20%22hi%22", #"isHost("a.test") && isPath("/say \"hi\"")"#),
    ("https://a.test/%5C(x)", #"isHost("a.test") && isPath("/\\(x)")"#),
    ("https://a.test/a%0Ab", #"isHost("a.test") && isPath("/a\nb")"#),
    ("https://a.test", #"isHost("a.test")"#),
    ("http://[::1]:8080/x", #"isHost("::1") && isPath("/x")"#),
    (
      "https://a.test/reset/4f9Ac2e81Bd07f6e33/session/8c1Bd2e90Af17a5b44",
      #"isHost("a.test") && isPathTemplate("/reset/{secret}/session/{secret2}")"#
    ),
    ("data:,x", #"isPath(",x")"#),
  ])
  func `texts are escaped, and what cannot be said is left out`(
    url: String, condition: String
  ) throws {
    #expect(
      try suggestion(for: .to(url))
        == "registry.stub(condition: \(condition), response: .json([:]))")
  }

  @Test func `a detail that keeps the closest stub from matching is part of it`() throws {
    registry.given(
      isHost("a.test") && isPath("/x") && isPort(1) && isScheme("http")
        && hasHeaderNamed("Accept", value: "text/html") && hasExactQuery(["a": "1"])
        && containsQuery("a"), line: 1)
    #expect(
      try suggestion(for: .to("https://a.test:8443/x?b=2&b=3", headers: ["Accept": "text/plain"]))
        == #"registry.stub(condition: isHost("a.test") && isPath("/x") && isPort(8443) && "#
        + #"isScheme("https") && hasHeaderNamed("Accept", value: "text/plain") && "#
        + #"containsQuery(["b": "2", "b": "3"]), "#
        + "response: .json([:]))")
  }

  @Test(arguments: [
    (hasJsonBody(["a": 1]), #"{"a": 2}"#, #"hasJsonBody(["a": 2])"#),
    (containsJson(["a": 1]), #"{"a": 2}"#, #"containsJson(["a": 2])"#),
    (hasJsonBody(["a": 1]), "a=2", #"bodyContains("a=2")"#),
    (bodyContains("b"), "a=2", #"bodyContains("a=2")"#),
    (hasBody(Data("b".utf8)), "a=2", #"bodyContains("a=2")"#),
    (hasFormBody(["a": "1"]), "a=2", #"hasFormBody(["a": "2"])"#),
  ])
  func `a short body that keeps the closest stub from matching is part of it`(
    condition: RequestMatcher, body: String, detail: String
  ) throws {
    registry.given(isHost("a.test") && isPath("/x") && condition, line: 1)
    #expect(
      try suggestion(for: .to("https://a.test/x", body: body))
        == #"registry.stub(condition: isHost("a.test") && isPath("/x") && \#(detail), "#
        + "response: .json([:]))")
  }

  @Test(arguments: [
    (bodyContains("b"), String(repeating: "a", count: 81)),
    (hasJsonBody(["a": 1]), nil), (isGraphQLOperation("A"), #"{"operationName": "B"}"#),
  ])
  func `a body that cannot be part of it is mentioned`(
    condition: RequestMatcher, body: String?
  ) throws {
    registry.given(isHost("a.test") && isPath("/x") && condition, line: 1)
    #expect(
      try registry.explain(.to("https://a.test/x", body: body)).contains(
        """
        To stub it:
          registry.stub(condition: isHost("a.test") && isPath("/x"), response: .json([:]))
          → It does not check the body, which the closest stub does.
        """))
  }

  @Test func `details of a stub for another address are left out`() throws {
    registry.given(
      isHost("b.test") && isPath("/x") && isPort(1) && hasHeaderNamed("A", value: "1"), line: 1)
    #expect(
      try suggestion(for: .to("https://a.test/x?a=2", headers: ["A": "2"]))
        == #"registry.stub(condition: isHost("a.test") && isPath("/x"), response: .json([:]))"#)
  }

  @Test(arguments: [
    // The query is met, is another, and is another at another address.
    (isPath("/search") && isMethodPOST() && containsQuery("q", "swift"), #"["q": "swift"]"#),
    (isPath("/search") && containsQuery("q", "kotlin"), #"["q": "swift", "page": "2"]"#),
    (
      isPath("/search") && containsQuery("page", "2") && containsQuery("q", "kotlin"),
      #"["q": "swift", "page": "2"]"#
    ),
    (isPath("/serch") && containsQuery(["q": "kotlin"]), #"["q": "swift", "page": "2"]"#),
    (isHost("b.test") && isPath("/search") && containsQuery("q"), #""q""#),
    (isPath("/serch") && containsQuery("query"), #"["q": "swift", "page": "2"]"#),
  ])
  func `where the closest stub looks at the query, so does the line`(
    condition: RequestMatcher, arguments: String
  ) throws {
    registry.given(condition, line: 1)
    #expect(
      try suggestion(for: .to("https://a.test/search?q=swift&page=2"))
        == #"registry.stub(condition: isHost("a.test") && isPath("/search") && "#
        + "containsQuery(\(arguments)), response: .json([:]))")
  }

  @Test func `the condition is met by the request, whatever its URL looks like`() throws {
    var urls = RandomURL(seed: 5)
    for _ in 0..<3_000 {
      guard let request = try? URLRequest.to(urls.next()) else { continue }
      registry.removeAll()
      registry.given(containsQuery(["page": "1"]) && isPort(99_9), line: 1)
      let report = NearMissReport(of: StubRequest(request), in: registry)
      #expect(report.suggestion.condition(request), "\(report.suggestion.condition) for \(request)")
    }
  }
}

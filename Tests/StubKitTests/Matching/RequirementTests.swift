import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RequirementTests {
  @Test(
    arguments: [
      (isAbsoluteURLString("https://a.com/é#x"), [.url("https://a.com/%C3%A9")]),
      (isHost("A.com"), [.host("a.com")]),
      (isHost("[::1]"), [.host("::1")]),
      (isHost("*.a.com"), []),
      (isMethod(.get, .head), [.method(["GET", "HEAD"])]),
      (isPath("/users/"), [.path("/users")]),
      (pathStartsWith("/api/"), [.pathPrefix("/api")]),
      (
        isPathTemplate("/users/{id}"),
        [.template(PathTemplate(segments: [.literal("users"), .parameter("id")]))]
      ),
      (
        containsQuery(["b": nil, "a": "1"]),
        [
          .queryItem(name: "a", value: .exactly("1")), .queryItem(name: "b", value: .exactly(nil)),
        ]
      ),
      (hasExactQuery(["a": "1"]), [.queryItem(name: "a", value: .exactly("1"))]),
      (containsQuery("a"), [.queryItem(name: "a", value: .any)]),
      (queryMatches("a", "x"), [.queryItem(name: "a", value: .any)]),
      (lacksQuery("a"), []),
      (hasHeaderNamed("X-A"), [.header(name: "x-a", value: nil)]),
      (hasHeaderNamed("X-A", value: "B"), [.header(name: "x-a", value: "B")]),
      (headerMatches("X-A", "b"), [.header(name: "x-a", value: nil)]),
      (lacksHeaderNamed("X-A"), []),
      (hasBearerToken("a"), [.header(name: "authorization", value: nil)]),
      (hasCookie("a"), [.header(name: "cookie", value: nil)]),
      (hasBody(Data()), []), (hasJsonBody([:]), []), (anyRequest(), []), (isPort(80), []),
    ] as [(RequestMatcher, [Requirement])])
  func `a criterion asks for what can be looked up`(
    matcher: RequestMatcher, requirements: [Requirement]
  ) {
    #expect(criterion(matcher)?.requirements == requirements)
  }

  @Test(arguments: [11, 12, 13, 14] as [UInt64])
  func `whatever meets a criterion meets its requirements, judged by Foundation`(
    seed: UInt64
  ) {
    var addresses = RandomURL(seed: seed)
    var met = 0
    for _ in 0..<400 {
      guard let url = URL(string: addresses.next()) else { continue }
      for matcher in Self.matchers(meeting: url) {
        guard matcher(URLRequest(url: url)), let leaf = criterion(matcher) else { continue }
        met += 1
        for requirement in leaf.requirements where !Self.holds(requirement, for: url) {
          Issue.record("\(url.absoluteString) meets \(matcher), but not \(requirement)")
        }
      }
    }
    #expect(met > 500)
  }

  /// Matchers made from a URL's own parts, as Foundation has them.
  private static func matchers(meeting url: URL) -> [RequestMatcher] {
    var matchers = [isAbsoluteURLString(url.absoluteString), isPath(url.path)]
    matchers.append(pathStartsWith(String(url.path.prefix(3))))
    if let host = url.host, mistake({ try HostCriterion(parsing: host) }) == nil {
      matchers.append(isHost(host))
    }
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    matchers.append(RequestMatcher(QueryCriterion(.items(items))))
    matchers.append(RequestMatcher(ExactQueryCriterion(.items(items))))
    return matchers + items.map { containsQuery($0.name) }
  }

  private static func holds(_ requirement: Requirement, for url: URL) -> Bool {
    switch requirement {
    case .url(let text): return url.absoluteString.prefix { $0 != "#" } == text
    case .host(let host): return url.host?.lowercased() == host
    case .path(let path): return url.path == path
    case .pathPrefix(let prefix): return url.path.utf8.starts(with: prefix.utf8)
    case .queryItem(let name, let value):
      let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      return items.contains { item in
        guard case .exactly(let expected) = value else { return item.name == name }
        return item.name == name && item.value == expected
      }
    case .method, .template, .header: return true
    }
  }

  @Test(arguments: [
    (isHost("api.example.com"), "https://api.exmaple.com/", "https://other.org/"),
    (isPath("/users"), "https://a.com/user", "https://a.com/posts"),
    (isPathTemplate("/users/{id}"), "https://a.com/user/7", "https://a.com/x"),
    (containsQuery(["page": "2"]), "https://a.com/?page=1", "https://a.com/?x"),
    (containsQuery("page"), "https://a.com/?pages", "https://a.com/?x"),
    (hasExactQuery(["a": "1"]), "https://a.com/?a=1&b", "https://a.com/"),
    (isAbsoluteURLString("https://a.com/x"), "https://a.com/y", "ftp://b.org/"),
    (pathStartsWith("/api"), "https://a.com/apo/x", "https://a.com/zzz"),
  ])
  func `a near miss is nearer than a far one, and 1 is for a match`(
    matcher: RequestMatcher, near: String, far: String
  ) throws {
    let nearness = try nearness(matcher, near)
    #expect(nearness > (try self.nearness(matcher, far)))
    #expect(nearness < 1)
  }

  private func nearness(_ matcher: RequestMatcher, _ url: String) throws -> Double {
    let leaf = try #require(criterion(matcher))
    return RequestProbe.examining(try .to(url), body: .seen(nil), sight: .full) {
      leaf.nearness(of: $0)
    }
  }
}

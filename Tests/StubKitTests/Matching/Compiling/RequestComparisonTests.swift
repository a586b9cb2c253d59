import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RequestComparisonTests {
  private static let item = QueryItem(name: "a", value: "1", count: 1)

  @Test(
    arguments: [
      (isAbsoluteURLString("https://a.com/é"), .whole(.url, "https://a.com/%C3%A9")),
      (isHost("A.com"), .whole(.host, "a.com")),
      (isHost("[::1]"), .whole(.host, "::1")),
      (isHost("*.A.com"), .subdomain(of: "a.com")),
      (isMethodGET(), .whole(.method, "GET")),
      (isMethod(.get, .head), .oneOf(.method, ["GET", "HEAD"])),
      (isPath("/users/"), .whole(.path, "/users")),
      (pathStartsWith("/api"), .pathPrefix("/api", isFolder: false)),
      (pathStartsWith("/api/"), .pathPrefix("/api", isFolder: true)),
      (isPathTemplate("/users/{id}/"), .pathTemplate(PathTemplate(text: "/users/{id}"))),
      (isScheme("HTTPS"), .scheme("https")),
      (isPort(80), .port(80, isUsual: false)),
      (containsQuery("a"), .queryName("a")),
      (containsQuery(["a": "1"]), .queryItems([item])),
      (
        containsQuery(["b": nil, "a": "1"]),
        .queryItems([item, QueryItem(name: "b", value: nil, count: 1)])
      ),
      (containsQuery([:]), .queryItems([])),
      (hasHeaderNamed("X-A"), .headerName("X-A")),
      (hasHeaderNamed("X-A", value: "B"), .headerValue(name: "X-A", value: "B")),
    ] as [(RequestMatcher, RequestComparison)])
  func `an exact criterion is one comparison`(
    matcher: RequestMatcher, comparison: RequestComparison
  ) {
    #expect(criterion(matcher)?.comparison == comparison)
    #expect(criterion(matcher)?.isExact == true)
  }

  @Test(
    arguments: [
      (isAbsoluteURLString("https://a.com/é#x"), .whole(.url, "https://a.com/%C3%A9")),
      (hasExactQuery(["a": "1"]), .queryItems([item])),
      (queryMatches("a", "x"), .queryName("a")),
      (headerMatches("X-A", "b"), .headerName("X-A")),
      (hasBearerToken("a"), .headerName("authorization")),
      (hasBasicAuth(user: "a", password: "b"), .headerName("authorization")),
      (hasCookie("a"), .headerName("cookie")),
      (lacksQuery("a"), nil), (lacksHeaderNamed("X-A"), nil), (hasBody(Data()), nil),
      (hasJsonBody([:]), nil), (anyRequest(), nil),
      (isAbsoluteURLString("https://a.com/é?b", ignoringQuery: true), .whole(.path, "/é")),
    ] as [(RequestMatcher, RequestComparison?)])
  func `any other criterion asks more than it compares`(
    matcher: RequestMatcher, comparison: RequestComparison?
  ) {
    #expect(criterion(matcher)?.comparison == comparison)
    #expect(criterion(matcher)?.isExact == false)
  }

  @Test(arguments: [11, 12, 13, 14] as [UInt64])
  func `whatever meets a criterion holds its comparison, judged by Foundation`(seed: UInt64) {
    var addresses = RandomURL(seed: seed)
    var met = 0
    for _ in 0..<400 {
      guard let url = URL(string: addresses.next()) else { continue }
      for matcher in Self.matchers(meeting: url) {
        guard matcher(URLRequest(url: url)), let comparison = criterion(matcher)?.comparison
        else { continue }
        met += 1
        #expect(Self.holds(comparison, for: url), "\(url.absoluteString) meets \(matcher)")
      }
    }
    #expect(met > 500)
  }

  /// Matchers made from a URL's own parts, as Foundation has them.
  private static func matchers(meeting url: URL) -> [RequestMatcher] {
    var matchers = [isAbsoluteURLString(url.absoluteString), isPath(url.path)]
    matchers.append(pathStartsWith(String(url.path.prefix(3))))
    if let host = url.host, isHost(host).mistake == nil {
      matchers.append(isHost(host))
    }
    if let scheme = url.scheme, isScheme(scheme).mistake == nil {
      matchers.append(isScheme(scheme))
    }
    if let port = url.port, isPort(port).mistake == nil { matchers.append(isPort(port)) }
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    matchers.append(RequestMatcher(ItemsCriterion(.query, items)))
    matchers.append(RequestMatcher(ItemsCriterion(.query, items, allowingOthers: false)))
    return matchers + items.map { containsQuery($0.name) }
  }

  /// Whether Foundation's own accessors say that a comparison holds.
  private static func holds(_ comparison: RequestComparison, for url: URL) -> Bool {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    switch comparison {
    case .whole(.url, let text): return url.absoluteString.prefix { $0 != "#" } == text
    case .whole(.host, let host): return url.host?.lowercased() == host
    case .whole(.path, let path): return url.path == path
    case .pathPrefix(let prefix, _): return url.path.utf8.starts(with: prefix.utf8)
    case .queryName(let name): return items.contains { $0.name == name }
    case .queryItems(let wanted):
      return wanted.allSatisfy { wanted in
        items.filter { $0.name == wanted.name && $0.value == wanted.value }.count >= wanted.count
      }
    case .scheme(let scheme): return url.scheme?.lowercased() == scheme
    case .port(let port, _): return url.port.map { $0 == Int(port) } ?? true
    case .whole(.method, _), .oneOf, .subdomain, .pathTemplate, .headerName, .headerValue:
      return true
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
    (isAbsoluteURLString("https://a.com/x#a"), "https://a.com/x#b", "ftp://b.org/"),
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

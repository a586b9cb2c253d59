import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which stubs a report shows, and in which order.
struct NearMissRankingTests {
  private let registry = StubRegistry()

  /// The lines at which the stubs in a report were registered, best first.
  private func shown(for request: URLRequest) -> [Int] {
    registry.explain(request).split(separator: "\n").compactMap { line in
      guard let colon = line.firstRange(of: "UserTests.swift:") else { return nil }
      return Int(line[colon.upperBound...].prefix { $0.isNumber })
    }
  }

  @Test func `host right and path nearly right beats method right`() throws {
    registry.given(isHost("api.test") && isPath("/user") && isMethodPOST(), line: 1)
    registry.given(isMethodGET() && isPath("/entirely/different"), line: 2)
    registry.given(isHost("other.test") && isPath("/x") && isMethodGET(), line: 3)
    #expect(try shown(for: .to("https://api.test/users")).first == 1)
  }

  @Test func `the path counts more than a header and a query item`() throws {
    registry.given(isPath("/users") && hasHeaderNamed("X-A") && containsQuery("page"), line: 1)
    registry.given(isPath("/nothing/like/it") && isMethodGET(), line: 2)
    #expect(try shown(for: .to("https://api.test/users")).first == 1)
  }

  @Test func `at most three are shown, and none that has nothing to do with it`() throws {
    for line in 1...5 { registry.given(isHost("api.test") && isPath("/users/\(line)"), line: line) }
    registry.given(isHost("qqq.zzz") && isPath("/~"), line: 9)
    #expect(try shown(for: .to("https://api.test/users/x")) == [5, 4, 3])
    registry.removeAll()
    registry.given(isHost("qqq.zzz") && isPath("/~"), line: 8)
    registry.given(isHost("api.test") && isPath("/users"), line: 9)
    let report = try registry.explain(.to("https://api.test/users/x"))
    #expect(report.contains("The closest one of 2 stubs:"))
    #expect(try shown(for: .to("https://api.test/users/x")) == [9])
  }

  @Test func `of equals the one that is asked first comes first`() throws {
    registry.given(isPath("/a"), line: 1)
    registry.given(isPath("/a"), priority: 1, line: 2)
    registry.given(isPath("/a"), line: 3)
    #expect(try shown(for: .to("https://api.test/b")) == [2, 3, 1])
  }

  @Test func `a body that nearly matches comes first among equals`() throws {
    registry.given(isPath("/a") && hasJsonBody(["a": 1, "b": 2]), line: 1)
    registry.given(isPath("/a") && hasJsonBody(["x": 1, "y": 2]), line: 2)
    let request = try URLRequest.to(
      "https://a.test/a", method: "POST", body: #"{"a": 1, "b": 3}"#)
    #expect(shown(for: request) == [1, 2])
  }

  @Test func `of alternatives the nearest counts`() throws {
    registry.given(isPath("/users") || isPath("/nothing/like/it"), line: 1)
    registry.given(isPath("/abusing"), line: 2)
    #expect(try shown(for: .to("https://a.test/user")).first == 1)
  }

  @Test func `an item too many counts against an exact query`() throws {
    registry.given(hasExactQuery(["a": "1", "b": "3"]), line: 1)
    registry.given(hasExactQuery(["a": "1"]), line: 2)
    #expect(try shown(for: .to("https://a.test/?a=1&b=2")) == [1, 2])
  }

  @Test func `what a path has beyond a template counts as much as what it lacks`() throws {
    registry.given(isPathTemplate("/users/{id}/post"), line: 1)
    registry.given(isPathTemplate("/users/{id}"), line: 2)
    #expect(try shown(for: .to("https://a.test/users/7/posts")) == [1, 2])
  }

  @Test func `a search that is given up says nothing of the stubs behind it`() throws {
    registry.given(pathMatches("^/(a+)+$"), line: 1)
    registry.given(isPath("/\(String(repeating: "a", count: 60))"), line: 2)
    registry.given(isPath("/nothing/like/it"), line: 3)
    let path = String(repeating: "a", count: 60) + "!"
    #expect(try shown(for: .to("https://a.test/\(path)")) == [1, 2])
  }

  @Test func `with 10,000 stubs the closest is still found`() throws {
    for line in 1...10_000 {
      registry.given(
        isHost("api.test") && isPath("/users/\(line)/posts") && isMethodGET(), line: line)
    }
    let request = try URLRequest.to("https://api.test/users/77/post")
    #expect(shown(for: request).first == 77)
  }

  @Test func `ranking asks no closure but those of the stubs that are shown`() throws {
    let calls = Calls()
    for line in 1...50 {
      registry.given(
        isHost("other.test") && satisfies { _ in calls.add(true) == 0 }, line: line)
    }
    _ = try registry.explain(.to("https://api.test/users"))
    #expect(calls.all.count <= 3)
  }
}

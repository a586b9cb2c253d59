import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Queries in which one name stands very often.
struct RepeatedQueryNamesTests {
  /// Counts how often it is asked, and says no.
  private struct CountingCriterion: Criterion {
    let comparison: RequestComparison?
    let asked: Journal

    func condition(on probe: RequestProbe) -> Verdict {
      asked.note(description)
      return .no
    }

    func finding(in probe: RequestProbe) -> String { "it was asked" }
    var description: String { "counting" }
  }

  @Test(arguments: [
    ("a=1&a=2&b=3&a=4&b=5", 1), ("a=1&a=1&a=1", 1), ("b&b&b", 0), ("a&b&a&c&c&b&a", 1),
    (Array(repeating: "a=1&c=2&%61=1", count: 2_000).joined(separator: "&"), 1),
  ])
  func `a stub is asked once, however often its item is there`(query: String, count: Int) throws {
    let request = try URLRequest.to("http://a.test/?" + query)
    for comparison in [
      RequestComparison.queryName("a"),
      .queryItems([QueryItem(name: "a", value: "1", count: 1)]),
    ] {
      let registry = StubRegistry(unmatched: .passThrough)
      let asked = Journal()
      registry.given(
        RequestMatcher(CountingCriterion(comparison: comparison, asked: asked)), line: 1)
      registry.given(containsQuery("c") && isPath("/other"), line: 2)
      #expect(!registry.isOurs(request))
      let holds = RequestProbe.examining(request, body: .seen(nil), sight: .full) {
        comparison.verdict(on: $0) == .yes
      }
      #expect(asked.entries.count == (holds ? count : 0))
    }
  }

  @Test func `a condition with thousands of items is decided on`() throws {
    let items = (0..<4_000).map { URLQueryItem(name: "a\($0 % 7)", value: "\($0)") }
    let query = items.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
    let request = try URLRequest.to("http://a.test/?" + query)
    let wanted = QueryItem.grouping(items)
    for criterion: any Criterion in [
      ItemsCriterion(.query, items),
      ItemsCriterion(.query, items, allowingOthers: false),
      ArchivedQueryCriterion(items: wanted),
    ] {
      let registry = StubRegistry(unmatched: .passThrough)
      registry.given(RequestMatcher(criterion), line: 1)
      #expect(registry.isOurs(request))
      #expect(!registry.isOurs(try .to("http://a.test/?" + query.dropLast(1))))
    }
    let other = RequestMatcher(
      ItemsCriterion(.query, items + [URLQueryItem(name: "b", value: nil)]))
    #expect(!other(request))
    #expect(
      other.evaluate(StubRequest(request)).leaves.first?.found.hasPrefix("the query has a0=0, a1=1")
        == true)
  }

  @Test(arguments: [
    ("a=1&a=2&b=3", true), ("a=1&b=3&a=2", true), ("%61=1&a=9&b=0", true), ("a=1&b=2&b=3", false),
    ("a=2&a=3&b=1", false), ("a=1&a=2", false), ("a=1&a=2&c=3", false), ("a=1&a=2&b", true),
  ])
  func `redacted items of an archive stand for any value, each for one`(
    query: String, isMatch: Bool
  ) throws {
    let items = [
      URLQueryItem(name: "a", value: "1"), URLQueryItem(name: "a", value: "REDACTED-1"),
      URLQueryItem(name: "b", value: "REDACTED-2"),
    ]
    let criterion = ArchivedQueryCriterion(items: QueryItem.grouping(items))
    #expect(RequestMatcher(criterion)(try .to("http://a.test/?" + query)) == isMatch)
  }

  @Test(arguments: [31, 32, 33] as [UInt64])
  func `items are counted at once as one by one`(seed: UInt64) {
    var addresses = RandomURL(seed: seed)
    for _ in 0..<300 {
      guard let url = URL(string: addresses.next()) else { continue }
      ScannedURL.scanning(url) { url in
        let counts = QueryCounts(url.queryPairs)
        for item in QueryItem.grouping(url.queryItems + [URLQueryItem(name: "a", value: nil)]) {
          let equal = url.queryPairs.filter {
            Array($0.nameString.utf8) == Array(item.name.utf8)
              && $0.valueString.map { Array($0.utf8) } == item.value.map { Array($0.utf8) }
          }
          #expect(counts[item] == equal.count, "\(item)")
        }
      }
    }
  }

  @Test func `a query of thousands of items is decided on and reported`() throws {
    let query = Array(repeating: "a=1", count: 1 << 14).joined(separator: "&")
    let request = try URLRequest.to("http://a.test/?" + query)
    let registry = StubRegistry(unmatched: .fail)
    registry.given(queryMatches("a", "^c"), line: 1)
    registry.given(containsQuery(["a": "2"]), line: 2)
    registry.given(hasExactQuery(["a": "1"]), line: 3)
    registry.given(lacksQuery("a"), line: 4)
    #expect(registry.isOurs(request))
    #expect(registry.decide(request, body: nil).claim == nil)
    let finding = #"✗ queryMatches("a", "^c"): the query has a=1, a=1, a=1, a=1, a=1, a=1, a=1, "#
    let isFound = registry.explain(request).contains(finding)
    #expect(isFound)
    registry.given(queryMatches("a", "^1"), line: 5)
    #expect(registry.decide(request, body: nil).claim?.stub.location.line == 5)
  }
}

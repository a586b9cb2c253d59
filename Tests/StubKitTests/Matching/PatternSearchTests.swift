import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Regular expressions that take longer than anybody can wait.
struct PatternSearchTests {
  /// A pattern of which no more than thirty characters make years.
  private static let endless = "^/(a+)+$"
  private static let request = URLRequest(
    url: URL(string: "http://slow.test/\(String(repeating: "a", count: 60))!") ?? URL(filePath: "/")
  )

  private func verdict(of matcher: RequestMatcher, at sight: RequestProbe.Sight) -> Verdict {
    RequestProbe.examining(Self.request, body: .seen(nil), sight: sight) {
      matcher.verdict(on: $0)
    }
  }

  @Test(arguments: [
    pathMatches(endless),
    try? pathMatches(NSRegularExpression(pattern: endless)),
  ])
  func `a search is left open where others wait, and given up elsewhere`(
    matcher: RequestMatcher?
  ) throws {
    let matcher = try #require(matcher)
    #expect(verdict(of: matcher, at: .glance) == .open)
    #expect(verdict(of: matcher, at: .guarded) == .open)
    #expect(verdict(of: matcher, at: .full) == .open)
    #expect(verdict(of: !matcher, at: .glance) == .open)
  }

  @Test func `many searches of one request share what they may cost`() throws {
    let names = (0..<2_000).map { _ in "a=\(String(repeating: "a", count: 40))!" }
    let request = try URLRequest.to("http://slow.test/?" + names.joined(separator: "&"))
    let matcher = queryMatches("a", "^(a+)+$")
    let (verdict, effort) = RequestProbe.examining(
      request, body: .unseen, sight: .glance
    ) { probe in
      let verdict = matcher.verdict(on: probe)
      return (verdict, probe.memo.pointee.searchEffort)
    }
    #expect(verdict == .open)
    #expect(effort < 300)
  }

  @Test func `a long text is searched whole where nobody waits`() throws {
    let matcher = queryMatches("a", "x$")
    let request = try URLRequest.to(
      "http://slow.test/?a=\(String(repeating: "b", count: 50_000))x")
    RequestProbe.examining(request, body: .seen(nil), sight: .guarded) {
      #expect(matcher.verdict(on: $0) == .open)
    }
    #expect(matcher(request))
  }

  @Test func `a body is searched no longer than others can wait`() throws {
    let matcher = bodyMatches("x$")
    let body = Data((String(repeating: "b", count: 20_000) + "x").utf8)
    let request = try URLRequest.to()
    for (sight, expected) in [(RequestProbe.Sight.guarded, Verdict.open), (.full, .yes)] {
      RequestProbe.examining(request, body: .seen(body), sight: sight) {
        #expect(matcher.verdict(on: $0) == expected)
      }
    }
  }

  @Test func `a Regex cannot be stopped, and is asked where nobody waits`() {
    let matcher = pathMatches(/aaa/)
    #expect(verdict(of: matcher, at: .glance) == .open)
    #expect(verdict(of: matcher, at: .guarded) == .open)
    #expect(verdict(of: matcher, at: .full) == .yes)
  }

  @Test(arguments: [pathMatches(endless), !pathMatches(endless)])
  func `nobody answers a request whose search was given up, and nothing goes out`(
    condition: RequestMatcher
  ) throws {
    let registry = StubRegistry(unmatched: .passThrough)
    registry.stub(condition: anyRequest(), expected: .any, response: .text("older"))
    registry.stub(condition: condition, expected: .any, response: .text("slow"))
    #expect(registry.isOurs(Self.request))
    #expect(registry.decideWithoutClosures(Self.request, body: nil) == nil)
    let decision = registry.decide(Self.request, body: nil)
    guard case .refused(let request, _) = decision else {
      Issue.record("The decision was \(decision)")
      return
    }
    let report = registry.explain(request)
    #expect(report.contains("✗ \(condition)"))
    #expect(report.contains("took so long that it was given up"))
  }
}

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
      return (verdict, probe.work.searchEffort)
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

  private func verdict(of pattern: String, inBody body: String) throws -> (Verdict, effort: Int) {
    try RequestProbe.examining(.to(), body: .seen(Data(body.utf8)), sight: .full) { probe in
      (bodyMatches(pattern).verdict(on: probe), probe.work.searchEffort)
    }
  }

  @Test func `a long text leaves no more time for what begins at one place of it`() throws {
    let body = String(repeating: "a", count: 24) + String(repeating: "b", count: 100_000)
    #expect(try verdict(of: "(a+)+z", inBody: body).0 == .open)
    let line = String(repeating: "a", count: 100_000)
    #expect(try verdict(of: "(.*)(.*)(.*)(.*)(.*)z", inBody: line).0 == .open)
  }

  @Test(arguments: [
    "x$", "b+x$", "[xy]$", ".x(?=$)", "(?i)X", "\\bb+x\\b", "(?x)x # the last", "\\Qx",
  ])
  func `a text may be as long as it likes where each place takes little`(
    pattern: String
  ) throws {
    let start = String(repeating: "c", count: 300_000)
    let found = try verdict(of: pattern, inBody: start + " bbx")
    #expect(found.0 == .yes)
    #expect(found.effort < 400)
    #expect(try verdict(of: pattern, inBody: start).0 == .no)
  }

  @Test(
    arguments: [
      ("^b", "a\nb", .anchorsMatchLines, .yes),
      ("^b", "a\r\nb", [], .no), ("\n", "a\r\nb", [], .yes), ("\\Aa", "ba", [], .no),
      ("(?<=é)b", "aéb", [], .yes), ("(?<!é)b", "aéb", [], .no), ("$", "a", [], .yes),
      ("a.b", "xa.b", .ignoreMetacharacters, .yes), ("a.b", "xaxb", .ignoreMetacharacters, .no),
      ("a\\E.b\\", "xa\\E.b\\", .ignoreMetacharacters, .yes),
      ("a b # c", "xab", .allowCommentsAndWhitespace, .yes), ("a|b", "xb", [], .yes),
      ("(b)\\1", "abb", [], .yes), ("\u{1F600}", "x\u{1F600}", [], .yes), ("", "", [], .yes),
      ("A", "a", .caseInsensitive, .yes),
    ] as [(String, String, NSRegularExpression.Options, Verdict)])
  func `an expression means anywhere in a text what it means by itself`(
    pattern: String, text: String, options: NSRegularExpression.Options, expected: Verdict
  ) throws {
    guard let expression = try? NSRegularExpression(pattern: pattern, options: options) else {
      #expect(pattern.isEmpty)
      return
    }
    for shortText in [-1, 128] {
      let search = TextSearch(for: expression, shortText: shortText)
      #expect(search.isFound(in: text) { true } == (expected == .yes))
    }
    let range = NSRange(location: 0, length: text.utf16.count)
    #expect((expression.firstMatch(in: text, range: range) != nil) == (expected == .yes))
  }

  @Test func `a search that hides its work is given up when its thread has worked too long`() throws
  {
    let expression = try NSRegularExpression(pattern: "(a+)+z")
    let text = String(repeating: "a", count: 40)
    for (sight, seconds) in [(RequestProbe.Sight.guarded, 0.3), (.full, 6)] {
      var (steps, spent) = (0.0, 0)
      let found = SearchEffort(at: sight).search(
        text, by: TextSearch(for: expression), spent: &spent
      ) {
        steps += 1
        return .seconds(steps * seconds)
      }
      #expect(found == nil)
      #expect(steps == 2)
      #expect(!SearchEffort(at: sight).remains(after: spent))
    }
  }

  @Test func `a Regex cannot be stopped, and is asked where nobody waits`() {
    let matcher = pathMatches(/aaa/)
    #expect(verdict(of: matcher, at: .glance) == .open)
    #expect(verdict(of: matcher, at: .guarded) == .open)
    #expect(verdict(of: matcher, at: .full) == .yes)
  }

  @Test func `a stub that matches answers, though a search beside it is given up`() throws {
    let registry = StubRegistry()
    let stub = registry.stub(
      condition: isPathTemplate("/{id}") && pathMatches(Self.endless) || isScheme("http"),
      response: .text("x"))
    let claim = registry.decide(Self.request, body: nil).claim
    #expect(claim?.stub === stub)
    #expect(claim?.request.pathParameters == [:])
  }

  @Test
  func
    `a report on a search that was given up has the stub whose search it was, and none behind it`()
    throws
  {
    let registry = StubRegistry()
    registry.stub(condition: isPOST("/x"), named: "far", response: .text("far"))
    registry.stub(condition: pathMatches(Self.endless), named: "slow", response: .text("slow"))
    let titles = registry.explain(StubRequest(Self.request)).split(separator: "\n")
      .filter { $0.hasPrefix("  \"") }.map { $0.prefix(8) }
    #expect(titles == [#"  "slow""#])
  }

  @Test(arguments: [
    !(pathMatches(endless) || isPath("/health")), !(isScheme("http") && pathMatches(endless)),
    !(isGET("/health") || pathMatches(endless)),
  ])
  func `nobody meets a condition whose search was given up under a negation`(
    matcher: RequestMatcher
  ) {
    let request = StubRequest(Self.request)
    #expect(!matcher.matches(request))
    let result = matcher.evaluate(request)
    #expect(!result.isMatch, "\(result)")
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
    #expect(!report.contains("goes to the network"))
  }
}

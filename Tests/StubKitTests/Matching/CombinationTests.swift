import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct CombinationTests {
  private static let open = hasJsonBody(["a": 1])
  private static let yes = anyRequest()
  private static let no = !anyRequest()

  @Test(
    arguments: [
      (yes && yes, Verdict.yes), (yes && no, .no), (yes && open, .open), (open && no, .no),
      (yes || no, .yes), (no || no, .no), (open || no, .open), (open || yes, .yes),
      (!open, .open), (!(open && no), .yes), (!(!yes), .yes), (!(open || yes), .no),
    ] as [(RequestMatcher, Verdict)])
  func `an open part leaves open what no other part decides`(
    matcher: RequestMatcher, expected: Verdict
  ) throws {
    #expect(verdict(matcher, try .to()) == expected)
  }

  @Test func `a template captures wherever it stands in a conjunction`() throws {
    let matcher = isMethodGET() && (isHost("a.com") && isPathTemplate("/users/{id}"))
    #expect(capturesOf(matcher, try .to("https://a.com/users/7")) == ["id": "7"])
  }

  @Test func `an alternative that fails as a whole captures nothing`() throws {
    let matcher =
      isPathTemplate("/{a}") && isMethodGET() || isPathTemplate("/{b}") && isMethodPOST()
    #expect(capturesOf(matcher, try .to("https://a.com/x", method: "POST")) == ["b": "x"])
  }

  @Test func `a negated template captures nothing`() throws {
    #expect(capturesOf(!isPathTemplate("/{a}"), try .to("https://a.com/x")) == [:])
  }

  private static func nested(_ depth: Int) -> RequestMatcher {
    (0..<depth).reduce(anyRequest()) { matcher, number in
      switch number % 3 {
      case 0: matcher && isPath("/\(number)")
      case 1: matcher || isHost("\(number).test")
      default: !matcher
      }
    }
  }

  @Test func `conditions that are nested too deep are a mistake, which loops cannot outgrow`()
    throws
  {
    #expect(Self.nested(100).mistake == nil)
    #expect(Self.nested(199).mistake != nil)
    let deep = Self.nested(20_000)
    #expect(
      deep.mistake
        == "… && (… || …): more than 100 conditions are nested in one another; "
        + "instead of nesting them in a loop, write one satisfies(…) { … }")
    #expect(!deep(try .to()))
    #expect(!(!deep)(try .to()))
    let registry = StubRegistry()
    _ = Journal().noteIssues { registry.given(deep, line: 1) }
    #expect(
      registry.explain(try .to()).contains("more than 100 conditions are nested in one another"))
  }

  @Test func `a chain of one operator may be as long as it likes`() throws {
    let paths = (0..<1_000).map { isPath("/\($0)") }
    let chain = paths.dropFirst().reduce(paths[0]) { $0 || $1 }
    #expect(chain.mistake == nil)
    #expect(chain(try .to("https://a.test/999")))
    #expect((0..<1_001).reduce(isPath("/a")) { matcher, _ in !matcher }.mistake == nil)
    #expect((!chain && isMethodGET() && anyRequest()).mistake == nil)
  }
}

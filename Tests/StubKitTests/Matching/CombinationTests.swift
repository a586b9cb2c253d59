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
}

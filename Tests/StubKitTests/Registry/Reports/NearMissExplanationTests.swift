import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What `explain` says beyond the report on a failed request.
struct NearMissExplanationTests {
  private let registry = StubRegistry()

  @Test func `a request that has an answer is told whose`() throws {
    registry.given(isHost("a.test") && isPath("/users"), named: "users", line: 12)
    #expect(
      try registry.explain(.to("https://a.test/users")) == """
        GET https://a.test/users is answered by "users" at UserTests.swift:12
          ✓ isHost("a.test")
          ✓ isPath("/users")
        """)
  }

  @Test func `stubs that would answer, too, are named`() throws {
    registry.given(isPath("/users"), line: 1)
    registry.given(anyRequest(), line: 2)
    #expect(
      try registry.explain(.to("https://a.test/users")) == """
        GET https://a.test/users is answered by the stub at UserTests.swift:2
          ✓ anyRequest()
        It comes before the stub at UserTests.swift:1, which matches, too.
        """)
    registry.given(isMethodGET(), line: 3)
    let report = try registry.explain(.to("https://a.test/users"))
    #expect(
      report.hasSuffix(
        "It comes before the stubs at UserTests.swift:2 and UserTests.swift:1, which match, too."))
  }

  @Test func `it claims nothing and logs nothing`() throws {
    let stub = registry.given(isPath("/users"), times: 1, line: 1)
    _ = try registry.explain(.to("https://a.test/users"))
    _ = try registry.explain(.to("https://a.test/others"))
    #expect(stub.callCount == 0)
    #expect(stub.isActive)
    #expect(registry.exchanges.isEmpty)
  }

  @Test func `closures run once, outside the lock, with the registry that asks them`() throws {
    let seen = Calls()
    registry.given(
      satisfies("who asks") { [registry] _ in
        // Asking the registry here would never return if its lock were held.
        seen.add(StubRegistry.current === registry && registry.stubs.count == 1)
        return false
      }, line: 1)
    let report = try registry.explain(.to("https://a.test/users"))
    #expect(report.contains("✗ satisfies(\"who asks\") { … }: the closure says otherwise\n"))
    // Once to find out whether the stub answers, once for its line in the report.
    #expect(seen.all == [true, true])
  }

  @Test func `what is let out says where it goes`() throws {
    registry.unmatched = .passThrough
    #expect(
      try registry.explain(.to("https://a.test/b")).hasPrefix(
        "No stub matches GET https://a.test/b, which goes to the network (.passThrough)\n"))
    registry.unmatched = .fail(except: isHost("localhost"))
    #expect(
      try registry.explain(.to("http://localhost/b")) == """
        No stub matches GET http://localhost/b, which goes to the network \
        (.fail(except: isHost("localhost")))
        No stub is registered in this registry.
        To stub it:
          registry.stub(condition: isHost("localhost") && isPath("/b"), response: .json([:]))
        """)
    #expect(
      try registry.explain(.to("http://a.test/b")) == """
        No stub matches GET http://a.test/b
        No stub is registered in this registry.
        It is not one of the requests that may go to the network: isHost("localhost")
        To stub it:
          registry.stub(condition: isHost("a.test") && isPath("/b"), response: .json([:]))
        """)
  }

  @Test func `a registry that is switched off says so`() throws {
    registry.given(anyRequest(), line: 1)
    registry.isEnabled = false
    #expect(
      try registry.explain(.to("https://a.test/b"))
        == "GET https://a.test/b goes to the network: the registry is switched off "
        + "(isEnabled = false).")
  }
}

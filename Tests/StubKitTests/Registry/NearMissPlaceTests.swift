import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reports on requests that do not reach the stubs that were meant for them.
struct NearMissPlaceTests {
  @Test func `an empty scope says so`() throws {
    try withStubs { registry in
      let report = try registry.explain(.to("https://empty-scope.test/a"))
      #expect(
        report == """
          No stub matches GET https://empty-scope.test/a
          No stub is registered in this scope.
          To stub it:
            stub(condition: isHost("empty-scope.test") && isPath("/a"), response: .json([:]))
          """)
    }
  }

  @Test func `a nested scope is told of the stubs that it does not inherit`() throws {
    try withStubs { outer in
      outer.given(isHost("nested.test"), line: 12)
      try withStubs { inner in
        let report = try inner.explain(.to("https://nested.test/a"))
        #expect(
          report == """
            No stub matches GET https://nested.test/a
            No stub is registered in this scope.
            1 stub in the surrounding scope matches, but this scope does not inherit it: UserTests.swift:12
              → Register it within this scope.
            To stub it:
              stub(condition: isHost("nested.test") && isPath("/a"), response: .json([:]))
            """)
      }
    }
  }

  @Test func `a scope is not told of the stubs of its neighbours`() throws {
    try withStubs { neighbour in
      neighbour.given(isHost("neighbour.test"), line: 12)
      try StubRegistry.$scoped.withValue(nil) {
        try withStubs { registry in
          let report = try registry.explain(.to("https://neighbour.test/a"))
          #expect(!report.contains("UserTests.swift:12"))
        }
      }
    }
  }

  @Test func `a registry by itself is told of the stubs in open scopes`() throws {
    try withStubs { scope in
      scope.given(isHost("by-itself.test"), line: 12)
      scope.given(isHost("by-itself.test") && isPath("/a"), line: 13)
      let report = try StubRegistry().explain(.to("https://by-itself.test/a"))
      #expect(
        report == """
          No stub matches GET https://by-itself.test/a
          No stub is registered in this registry.
          2 stubs in an open scope match, but this registry does not have them: UserTests.swift:13 and UserTests.swift:12
            → Register them with `registry.stub(…)`.
          To stub it:
            registry.stub(condition: isHost("by-itself.test") && isPath("/a"), response: .json([:]))
          """)
    }
  }

  @Test func `a scope that has ended is told of no more`() throws {
    withStubs { scope in _ = scope.given(isHost("ended.test"), line: 12) }
    #expect(try !StubRegistry().explain(.to("https://ended.test/a")).contains("open scope"))
  }

  @Test func `looking at the stubs of others runs none of their closures`() throws {
    let calls = Calls()
    try withStubs { scope in
      scope.given(isHost("closures.test") && satisfies { _ in calls.add(true) > 0 }, line: 12)
      let report = try StubRegistry().explain(.to("https://closures.test/a"))
      #expect(!report.contains("open scope"))
    }
    #expect(calls.all.isEmpty)
  }

  @Test func `many matching stubs are counted up to ten and three are named`() throws {
    try withStubs { scope in
      for line in 1...20 { scope.given(isHost("many.test"), line: line) }
      let report = try StubRegistry().explain(.to("https://many.test/a"))
      #expect(
        report.contains(
          "10 or more stubs in an open scope match, but this registry does not have them: "
            + "UserTests.swift:20, UserTests.swift:19, UserTests.swift:18 and others\n"))
    }
  }
}

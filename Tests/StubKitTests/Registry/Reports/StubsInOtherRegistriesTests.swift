import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reports on requests that do not reach the stubs that were meant for them.
struct StubsInOtherRegistriesTests {
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
            1 stub in a surrounding scope matches, but this scope does not inherit it: UserTests.swift:12
              → Register it within this scope.
            """)
      }
    }
  }

  @Test func `so is a scope within a nested one`() throws {
    try withStubs { outer in
      outer.given(isHost("nested.test"), line: 12)
      try withStubs { _ in
        try withStubs { inner in
          let report = try inner.explain(.to("https://nested.test/a"))
          #expect(report.contains("1 stub in a surrounding scope matches"))
          #expect(!report.contains("To stub it"))
        }
      }
    }
  }

  @Test func `a session of the scope around is told of the stubs within`() throws {
    try withStubs { outer in
      try withStubs { inner in
        inner.given(isHost("inner.test"), line: 12)
        let report = try outer.explain(.to("https://inner.test/a"))
        #expect(
          report == """
            No stub matches GET https://inner.test/a
            No stub is registered in this scope.
            1 stub in a scope within this one matches, but this request does not see it: UserTests.swift:12
              → The request's session belongs to this scope: use one made within the inner scope.
            """)
      }
    }
  }

  @Test func `a scope is not told of the stubs of its neighbours`() throws {
    try withStubs { neighbour in
      neighbour.given(isHost("neighbour.test"), line: 12)
      try StubRegistry.$scopeOfTask.withValue(nil) {
        try withStubs { registry in
          let report = try registry.explain(.to("https://neighbour.test/a"))
          #expect(!report.contains("UserTests.swift:12"))
        }
      }
    }
  }

  @Test func `a registry by itself is not told of scopes, which match by chance`() throws {
    try withStubs { scope in
      scope.given(isHost("by-itself.test"), line: 12)
      let report = try StubRegistry().explain(.to("https://by-itself.test/a"))
      #expect(
        report == """
          No stub matches GET https://by-itself.test/a
          No stub is registered in this registry.
          To stub it:
            registry.stub(condition: isHost("by-itself.test") && isPath("/a"), response: .json([:]))
          """)
    }
  }

  /// What the report on a request that fell to `.shared` would say of scopes.
  private func remarks(on address: String) throws -> String {
    let request = StubRequest(try .to(address))
    return StubsInOtherRegistries(request: request, registry: .shared).found.remarks.joined(
      separator: "\n")
  }

  @Test func `what falls to shared is told of the stubs in open scopes`() throws {
    // Other tests have open scopes, too, some of which match everything.
    try withStubs { scope in
      for line in 1...20 { scope.given(isHost("many.test"), line: line) }
      let remarks = try remarks(on: "https://many.test/a")
      #expect(
        remarks.hasPrefix(
          "10 or more stubs in open scopes match, but this request does not see them: "))
      #expect(
        remarks.hasSuffix(
          "\n  → The request was made outside, for example by a detached task "
            + "with a session from outside. Use a session made within the scope, or `registry.session`."
        ))
    }
  }

  @Test func `of many stubs in a surrounding scope a few are named`() throws {
    try withStubs { surrounding in
      for line in 1...20 { surrounding.given(isHost("many.test"), line: line) }
      try withStubs { scope in
        let request = StubRequest(try .to("https://many.test/a"))
        #expect(
          StubsInOtherRegistries(request: request, registry: scope).found.remarks == [
            """
            10 or more stubs in a surrounding scope match, but this scope does not inherit them: \
            UserTests.swift:20, UserTests.swift:19, UserTests.swift:18 and others
              → Register them within this scope.
            """
          ])
      }
    }
  }

  @Test func `a line at which a loop registers stubs is named once`() throws {
    try withStubs { surrounding in
      for _ in 1...2 { surrounding.given(isHost("loop.test"), line: 7) }
      try withStubs { scope in
        let request = StubRequest(try .to("https://loop.test/a"))
        #expect(
          StubsInOtherRegistries(request: request, registry: scope).found.remarks == [
            """
            2 stubs in a surrounding scope match, but this scope does not inherit them: UserTests.swift:7
              → Register them within this scope.
            """
          ])
      }
    }
  }

  @Test func `a scope that has ended is told of no more`() throws {
    withStubs { scope in _ = scope.given(isHost("ended.test"), line: 7_777) }
    #expect(try !remarks(on: "https://ended.test/a").contains("7777"))
  }

  @Test func `looking at the stubs of others runs none of their closures`() throws {
    let calls = Calls()
    try withStubs { scope in
      scope.given(isHost("closures.test") && satisfies { _ in calls.add(true) > 0 }, line: 8_888)
      let remarks = try remarks(on: "https://closures.test/a")
      #expect(!remarks.contains("8888"))
    }
    #expect(calls.all.isEmpty)
  }
}

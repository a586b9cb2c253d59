import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a `.stubbed` test is told of how often stubs were asked, and when.
struct StubbedCountTests {
  private struct Broken: Error {}

  private static func get(_ path: String) async throws -> Int? {
    let url = try #require(URL(string: "https://count.test\(path)"))
    let (_, response) = try await URLSession.shared.data(from: url)
    return (response as? HTTPURLResponse)?.statusCode
  }

  @discardableResult
  private static func given(
    _ path: String, _ expected: StubCount = .standard, times: Int? = nil, line: Int = 3
  ) -> Stub {
    stub(
      condition: isPath(path), times: times, expected: expected, fileID: "T/U.swift", line: line,
      response: .status(204))
  }

  @Test func `a request too many is told when it comes, once, and is answered`() async throws {
    let issues = try await RecordedIssues.of { recorded in
      Self.given("/a", 2)
      for _ in 1...2 { try await #expect(Self.get("/a") == 204) }
      #expect(recorded.all.isEmpty)
      try await #expect(Self.get("/a?third") == 204)
      #expect(recorded.all.count == 1)
      for _ in 1...2 { try await #expect(Self.get("/a") == 204) }
    }
    #expect(
      issues.texts == [
        "The stub at U.swift:3 expected exactly 2 requests, and this is number 3: "
          + "GET https://count.test/a?third"
      ])
    #expect(issues.places == ["U.swift:3"])
    #expect(issues.all.map(\.severity) == [.error])
  }

  @Test(
    arguments: [
      (.never, "no request, and this is one"), (0, "no request, and this is one"),
    ] as [(StubCount, String)])
  func `a request where none was expected is told`(count: StubCount, text: String) async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given("/a", count)
      _ = try await Self.get("/a")
    }
    #expect(issues.texts == ["The stub at U.swift:3 expected \(text): GET https://count.test/a"])
  }

  @Test func `a count of none that a mistaken condition keeps is warned of`() async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given("logout", .never)
      Self.given("logout", .atMost(1), line: 4)
      Self.given("/logout", .never, line: 5)
      Self.given("logout", .any, line: 6)
      Self.given("/other", line: 7)
      _ = try await Self.get("/other")
    }
    let hint = """
       request, and none came, perhaps only because of its condition: isPath("logout")
        → a path starts with "/": isPath("/logout"); as written, it matches only relative URLs
      """
    #expect(
      issues.texts == [
        "The stub at U.swift:3 expected no" + hint,
        "The stub at U.swift:4 expected at most 1" + hint,
      ])
    #expect(issues.all.map(\.severity) == [.warning, .warning])
  }

  @Test func `a count of none that a later stub keeps is warned of, unless it is an exception`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: anyRequest(), expected: .never, response: .status(500))
      stub(condition: isHost("count.test"), expected: .never, response: .status(500))
      for (line, path) in ["/a", "/b", "/c", "/d"].enumerated() {
        Self.given(path, .never, line: line)
      }
      stub(
        condition: isHost("count.test"), expected: .any, fileID: "T/U.swift", line: 9,
        response: .status(204))
      Self.given("/b")
      stub(condition: isPath("/c") && isMethodGET(), response: .status(204))
      stub(condition: !isPath("/a") && queryMatches("q", "d"), response: .status(204))
      for path in ["/a", "/b", "/c", "/d?q=d"] { _ = try await Self.get(path) }
    }
    #expect(
      issues.texts == [
        """
        The stub at U.swift:0 expected no request, and none came to it: isPath("/a")
          → GET https://count.test/a matches, and the stub at U.swift:9, which is newer, answered it.
        """
      ])
    #expect(issues.all.map(\.severity) == [.warning])
  }

  @Test(
    arguments: [
      (isGET("/a") && isMethodPOST(), "method"), (isHost("a.test") && isHost("b.test"), "host"),
      (isPath("/a") && (isPath("/b") || isPath("/c")), "path"),
      (isAbsoluteURLString("https://a.test/a") && isAbsoluteURLString("https://a.test/b"), "URL"),
    ])
  func `a condition that excludes itself is named where no request came`(
    condition: RequestMatcher, part: String
  ) async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: condition, expected: .never, response: .status(204))
      stub(condition: condition || isPath("/d"), expected: .never, response: .status(204))
      stub(condition: isPath("/x") && isPath("/x"), expected: .never, response: .status(204))
      Self.given("/y")
      _ = try await Self.get("/y")
    }
    #expect(issues.texts.count == 1)
    #expect(
      issues.texts.first??.hasSuffix(
        "\n  → no request matches it, since it names two different \(part)s") == true)
  }

  @Test func `of an unused stub whose condition is mistaken that is said`() async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given("/a/*/c/d/e/f", .standard)
      Self.given("/x", .any, line: 4)
      _ = try await Self.get("/x")
    }
    #expect(
      issues.texts == [
        """
        The stub at U.swift:3 was never used: isPath("/a/*/c/d/e/f")
          → "*" is an ordinary character; pathMatches(…) takes a regular expression
        """
      ])
  }

  @Test func `a known issue around the request covers it`() async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given("/a", .never)
      await withKnownIssue { _ = try await Self.get("/a") }
    }
    #expect(issues.texts == [])
  }

  @Test func `what is told once as known is told again where it is not`() async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given("/a", .never)
      await withKnownIssue { _ = try await Self.get("/a") }
      for _ in 1...2 { _ = try await Self.get("/a") }
    }
    #expect(
      issues.texts == [
        "The stub at U.swift:3 expected no request, and this is one: GET https://count.test/a"
      ])
  }

  @Test func `what the test was told of and expected, verify() throws`() async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given("/a", .never)
      await withKnownIssue { _ = try await Self.get("/a") }
      try StubRegistry.current.verify()
    }
    #expect(issues.texts == [])
    #expect(
      issues.thrown?.localizedDescription == """
        1 problem:

        The stub at U.swift:3 expected no request, and 1 came; the first was GET https://count.test/a
        """)
  }

  @Test(arguments: [UnusedStubs.ignore, .warning, .error])
  func `a count that is written and not reached is an error at the end, at its line`(
    unused: UnusedStubs
  ) async throws {
    let issues = try await RecordedIssues.of(.stubbed(unused: unused)) { recorded in
      Self.given("/a", .atLeast(1), line: 4)
      Self.given("/b", 2, line: 5)
      _ = try await Self.get("/b")
      #expect(recorded.all.isEmpty)
    }
    #expect(
      issues.texts == [
        #"The stub at U.swift:4 expected at least 1 request, and none came: isPath("/a")"#,
        #"The stub at U.swift:5 expected exactly 2 requests, and 1 came: isPath("/b")"#,
      ])
    #expect(issues.places == ["U.swift:4", "U.swift:5"])
    #expect(issues.all.map(\.severity) == [.error, .error])
  }

  @Test func `a stub that is removed too early is told at the end`() async throws {
    let issues = try await RecordedIssues.of { recorded in
      Self.given("/a", 1).remove()
      Self.given("/b").remove()
      #expect(recorded.all.isEmpty)
    }
    #expect(
      issues.texts == [
        #"The stub at U.swift:3 expected exactly 1 request, and none came: isPath("/a")"#
          + silenceRemark
      ])
  }

  @Test func `a count that cannot be is told when it is registered, and only once`() async throws {
    let issues = try await RecordedIssues.of { recorded in
      Self.given("/a", 3, times: 2)
      #expect(recorded.all.count == 1)
      for _ in 1...2 { _ = try await Self.get("/a") }
    }
    #expect(
      issues.texts == [
        "The expected count of the stub at U.swift:3 has a mistake, and is not checked: "
          + "3: it answers no more than 2 requests (times: 2)"
      ])
    #expect(issues.all.map(\.severity) == [.error])
  }

  @Test func `a scope within tells of its own counts when it ends`() async throws {
    let issues = try await RecordedIssues.of { recorded in
      withStubs { _ in
        Self.given("/a", 1)
        #expect(recorded.all.isEmpty)
      }
      #expect(recorded.all.count == 1)
    }
    #expect(issues.places == ["U.swift:3"])
  }

  @Test func `a scope that an expected error leaves tells of what was written`() async throws {
    let issues = try await RecordedIssues.of { _ in
      #expect(throws: Broken.self) {
        try withStubs { _ in
          Self.given("/a", 1, line: 4)
          Self.given("/b", line: 5)
          throw Broken()
        }
      }
    }
    #expect(issues.places == ["U.swift:4"])
  }

  @Test func `a test that an error leaves is not told of what it did not get to`() async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given("/a", 1)
      throw Broken()
    }
    #expect(issues.all.isEmpty)
    #expect(issues.thrown is Broken)
  }

  @Test func `nor is a scope that is left after it was told of something`() async throws {
    let issues = try await RecordedIssues.of { _ in
      try? await withStubs { _ in
        Self.given("/a", 1, line: 4)
        Self.given("/b", .never, line: 5)
        _ = try await Self.get("/b")
        throw Broken()
      }
    }
    #expect(issues.places == ["U.swift:5"])
  }

  @Test func `a registry of one's own tells a test of a count that cannot be`() async throws {
    let issues = try await RecordedIssues.of { _ in
      StubRegistry().given(isPath("/a"), expected: -1, line: 7)
    }
    #expect(issues.places == ["UserTests.swift:7"])
  }
}

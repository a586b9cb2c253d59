import Foundation
import StubKitTesting
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Unmatched requests that a test expects: `withUnmatchedRequests`.
struct ExpectedUnmatchedTests {
  private struct Broken: Error {}

  private let remedy =
    "\n  → Make the request within withUnmatchedRequests, or take that away."

  private static func get(_ path: String, by session: URLSession = .shared) async throws {
    let url = try #require(URL(string: "https://unmatched.test\(path)"))
    _ = try await session.data(from: url)
  }

  @Test func `are no issue, and the client gets its error`() async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: isPath("/users"), expected: .any, response: .status(204))
      let code = await withUnmatchedRequests(matching: isPath("/x")) {
        let error = await #expect(throws: URLError.self) { try await Self.get("/x") }
        #expect(error?.localizedDescription.contains("To stub it:") == true)
        return error?.code
      }
      #expect(code == .resourceUnavailable)
      let registry = StubRegistry.current
      #expect(registry.unmatchedRequests.map(\.path) == ["/x"])
      try registry.verify()
    }
    #expect(issues.thrown == nil)
    #expect(issues.texts == [])
  }

  @Test func `are heard of by every expectation that covers them`() async throws {
    let issues = try await RecordedIssues.of { _ in
      await withUnmatchedRequests {
        await withUnmatchedRequests(matching: isPath("/x")) { try? await Self.get("/x") }
      }
    }
    #expect(issues.texts == [])
  }

  @Test func `are only those that match, and only while it runs`() async throws {
    let issues = try await RecordedIssues.of { _ in
      await withUnmatchedRequests(
        matching: isPath("/x") && satisfies("GETs") { $0.method == .get }
      ) {
        for path in ["/x", "/y"] { try? await Self.get(path) }
      }
      try? await Self.get("/x")
    }
    #expect(
      issues.texts.map { $0?.prefix { $0 != "\n" } } == [
        "No stub matches GET https://unmatched.test/y",
        "No stub matches GET https://unmatched.test/x",
      ])
  }

  @Test func `are any if nothing is said, also in scopes within, and of lost requests`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in
      await withUnmatchedRequests {
        try? await Self.get("/x")
        await withUnmatchedRequests(matching: isPath("/lost")) {
          let session = StubRegistry.current.session
          await Task.detached { try? await Self.get("/lost", by: session) }.value
        }
        await withStubs { registry in
          try? await Self.get("/inner")
          #expect(throws: Never.self) { try registry.verify() }
        }
      }
    }
    #expect(issues.texts == [])
  }

  @Test func `are an issue at the line if none comes`() async throws {
    let line = #line + 3
    let issues = try await RecordedIssues.of { _ in
      stub(condition: isPath("/users"), response: .status(204))
      try await withUnmatchedRequests(matching: isPath("/x")) { try await Self.get("/users") }
      withUnmatchedRequests {}
    }
    #expect(
      issues.texts == [
        "withUnmatchedRequests at ExpectedUnmatchedTests.swift:\(line) expected a request that no stub "
          + #"matches, and none came: isPath("/x")"# + remedy,
        "withUnmatchedRequests at ExpectedUnmatchedTests.swift:\(line + 1) expected a request that no "
          + "stub matches, and none came: anyRequest()" + remedy,
      ])
    #expect(
      issues.places == [line, line + 1].map { "ExpectedUnmatchedTests.swift:\($0)" })
  }

  @Test func `are an issue that says so if a stub answers`() async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: isPath("/users"), response: .status(204))
      try await withUnmatchedRequests(matching: isPath("/users")) { try await Self.get("/users") }
    }
    #expect(
      issues.texts.first??.hasSuffix(
        "\n  → Take withUnmatchedRequests away, or the stub that now answers the request.") == true)
  }

  @Test func `have come as well if the policy lets them out`() async throws {
    let issues = try await RecordedIssues.of { _ in
      StubRegistry.current.unmatched = .passThrough
      for path in ["/x", "/y"] {
        let url = try #require(URL(string: "http://127.0.0.1:1/x"))
        await withUnmatchedRequests(matching: isPath(path)) {
          _ = try? await URLSession.shared.data(from: url)
        }
      }
    }
    #expect(issues.texts.count == 1)
    #expect(issues.texts.first??.hasSuffix(#"and none came: isPath("/y")"# + remedy) == true)
  }

  @Test func `are not missed by an operation that throws, and a mistake is told`() async throws {
    let issues = try await RecordedIssues.of { _ in
      await #expect(throws: Broken.self) {
        try await withUnmatchedRequests {
          await Task.yield()
          throw Broken()
        }
      }
      withUnmatchedRequests(matching: isHost("https://a.com")) {}
    }
    #expect(issues.texts.count == 1)
    #expect(
      issues.texts.first??.hasPrefix("The matcher of withUnmatchedRequests(matching:) at ") == true)
  }

  @Test func `are not listed by verify() of a scope in any test, and missed there as well`()
    async throws
  {
    let issues = try await RecordedIssues.of(nil) { _ in
      try await withStubs { registry in
        await withUnmatchedRequests(matching: isPath("/x")) { try? await Self.get("/x") }
        try registry.verify()
        withUnmatchedRequests(matching: isPath("/y")) {}
      }
    }
    #expect(issues.thrown == nil)
    #expect(issues.texts.count == 1)
    #expect(issues.texts.first??.hasSuffix(#"and none came: isPath("/y")"# + remedy) == true)
  }
}

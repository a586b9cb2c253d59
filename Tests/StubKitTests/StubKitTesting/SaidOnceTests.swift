import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// That a `.stubbed` test is told of each thing once.
struct SaidOnceTests {
  private enum AppError: Error {
    case network(any Error)
    case offline
  }

  private struct LoadingError: LocalizedError {
    let cause: String
    var errorDescription: String? { "Loading failed: \(cause)" }
  }

  private static func get(_ path: String, method: String = "GET") async throws {
    var request = URLRequest(url: try #require(URL(string: "https://once.test\(path)")))
    request.httpMethod = method
    _ = try await URLSession.shared.data(for: request)
  }

  @discardableResult
  private static func given(
    _ path: String = "/users", expected: StubCount = .standard, line: Int = 3
  ) -> Stub {
    stub(
      condition: isPath(path), expected: expected, fileID: "T/U.swift", line: line,
      response: .status(204))
  }

  /// The report on a request to "/user" that `given()` does not match.
  private static let report = """
    No stub matches GET https://once.test/user
    The only stub:
      the stub at U.swift:3
        ✗ isPath("/users"): the path is "/user", one character is missing
    To stub it:
      stub(condition: isHost("once.test") && isPath("/user"), response: .json([:]))
    """

  private static let brief =
    "No stub matches GET https://once.test/user, as the test has been told."

  @Test func `an unmatched request is one issue, whatever the app makes of its error`() async throws
  {
    let ways: [@Sendable (any Error) throws -> Void] = [
      { throw $0 }, { throw AppError.network($0) },
      { throw AppError.network(AppError.network($0)) },
      { throw LoadingError(cause: $0.localizedDescription) }, { _ in },
    ]
    for way in ways {
      let issues = try await RecordedIssues.of { _ in
        Self.given()
        do { try await Self.get("/user") } catch { try way(error) }
      }
      #expect(issues.texts.map { $0?.prefix(42) } == [Self.report.prefix(42)])
      #expect(issues.all.map(\.severity) == [.error])
      #expect(issues.thrown == nil)
    }
  }

  @Test func `an error that says nothing of it leaves the test`() async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given()
      do { try await Self.get("/user") } catch { throw AppError.offline }
    }
    #expect(issues.texts.count == 1)
    #expect(issues.thrown.map { "\($0)" } == "offline")
  }

  @Test func `the error says in short what the test has been told, and the log has it all`()
    async throws
  {
    await withStubs { _ in
      Self.given()
      let error = await #expect(throws: URLError.self) { try await Self.get("/user") }
      #expect(error?.localizedDescription.hasPrefix("No stub matches GET") == true)
      #expect(error?.localizedDescription.contains("To stub it:") == true)
    }
    _ = try await RecordedIssues.of { recorded in
      Self.given()
      let error = await #expect(throws: URLError.self) { try await Self.get("/user") }
      #expect(error?.localizedDescription == Self.brief)
      #expect(error?.code == .resourceUnavailable)
      #expect(error?.failingURL?.path == "/user")
      let logged = StubRegistry.current.exchanges.last?.error?.localizedDescription
      #expect(logged == recorded.texts.first)
    }
  }

  @Test func `a mistake is said once, and a request that fails because of it says where`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in
      stub(
        condition: isHost("once.test/user"), fileID: "T/U.swift", line: 3, response: .status(204))
      try await Self.get("/user")
    }
    #expect(issues.thrown == nil)
    #expect(
      issues.texts == [
        #"The condition of the stub at U.swift:3 has a mistake, and matches nothing: "#
          + #"isHost("once.test/user"): a host is a name alone, without scheme, path and blanks: "api.example.com", "#
          + #"or "*.example.com" for its subdomains"#,
        """
        The condition of the stub at U.swift:3 has a mistake, and matches nothing: \
        isHost("once.test/user"): a host is a name alone, without scheme, path and blanks: "api.example.com", or \
        "*.example.com" for its subdomains (The test has been told.)
        No stub matches GET https://once.test/user
        To stub it:
          stub(condition: isHost("once.test") && isPath("/user"), response: .json([:]))
        """,
      ])
  }

  @Test func `so it does where the test expects the issue, and then it leaves the test`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in
      var kept: (any Error)?
      await withKnownIssue {
        do { try await Self.get("/user") } catch { kept = error }
      }
      #expect(kept?.localizedDescription == Self.brief)
      throw try #require(kept)
    }
    #expect(issues.all.isEmpty)
    #expect((issues.thrown as? URLError)?.code == .resourceUnavailable)
  }

  @Test func `what a closure has thrown is told once, and another error as well`() async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: isPath("/a")) { _ in throw AppError.offline }
      try await Self.get("/a")
    }
    #expect(issues.texts.count == 1)
    #expect(issues.thrown == nil)
    let others = try await RecordedIssues.of { _ in
      stub(condition: isPath("/a")) { _ in throw AppError.offline }
      do { try await Self.get("/a") } catch { throw LoadingError(cause: "the other") }
    }
    #expect(others.texts.count == 1)
    #expect(others.thrown is LoadingError)
  }

  @Test func `a response that cannot be given is told once`() async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(
        condition: isPath("/a"), fileID: "T/U.swift", line: 3,
        response: .fixture("missing.json", in: .main))
      let error = await #expect(throws: URLError.self) { try await Self.get("/a") }
      #expect(
        error?.localizedDescription
          == "The response of the stub at U.swift:3 cannot be given to GET https://once.test/a, "
          + "as the test has been told.")
      throw AppError.network(try #require(error))
    }
    #expect(issues.texts.count == 1)
    #expect(issues.thrown == nil)
  }

  @Test func `the stub that a request came close to is not told to be unused, others are`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in
      Self.given()
      Self.given("/something/else", line: 4)
      try? await Self.get("/user")
    }
    #expect(issues.texts.first??.hasPrefix("No stub matches GET https://once.test/user\n") == true)
    #expect(
      issues.texts.dropFirst()
        == [#"The stub at U.swift:4 was never used: isPath("/something/else")"#])
  }

  @Test func `a count that was missed by the unmatched requests alone is not told besides`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in
      Self.given(expected: 3)
      try await Self.get("/users")
      for _ in 1...2 { try? await Self.get("/user") }
    }
    #expect(issues.texts.count == 1)
    #expect(issues.texts.first??.hasPrefix("No stub matches") == true)
  }

  @Test func `a count that misses more is told with what came close`() async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given(expected: 3)
      try await Self.get("/users")
      try? await Self.get("/user")
    }
    #expect(
      issues.texts.dropFirst() == [
        #"The stub at U.swift:3 expected exactly 3 requests, and 1 came: isPath("/users")"#
          + "\n  → GET https://once.test/user came close, and no stub matches it."
      ])
  }

  @Test func `nor is it in a test without the trait, where verify() tells of the requests`()
    async throws
  {
    let issues = Locked(0)
    try await withKnownIssue {
      try await withStubs { registry in
        Self.given(expected: 1)
        try? await Self.get("/user")
        try registry.verify()
      }
    } matching: { _ in
      issues.withLock { $0 += 1 }
      return true
    }
    #expect(issues.withLock(\.self) == 1)
  }

  @Test func `a known issue explains no stub`() async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given(expected: 1)
      await withKnownIssue { try await Self.get("/user") }
    }
    #expect(issues.places == ["U.swift:3"])
  }

  @Test func `verify() throws nothing new where the test was told of everything`() async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given("/never", expected: .never)
      try await Self.get("/never")
      try? await Self.get("/user")
      let error = #expect(throws: StubVerificationError.self) {
        try StubRegistry.current.verify()
      }
      #expect(
        error?.localizedDescription == """
          2 problems:

          \(Self.brief)

          The stub at U.swift:3 expected no request, and 1 came; the first was GET https://once.test/never \
          (The test has been told.)
          """)
      throw try #require(error)
    }
    #expect(issues.texts.count == 2)
    #expect(issues.thrown == nil)
  }

  @Test func `verify() says in full only what is new`() async throws {
    let issues = try await RecordedIssues.of { _ in
      Self.given()
      Self.given("/something/else", expected: 1, line: 4)
      for _ in 1...2 { try? await Self.get("/user") }
      try StubRegistry.current.verify()
    }
    #expect(issues.texts.count == 1)
    #expect(
      issues.thrown?.localizedDescription == """
        2 problems:

        \(Self.brief) (2 times)

        The stub at U.swift:4 expected exactly 1 request, and none came: isPath("/something/else")
        """)
  }
}

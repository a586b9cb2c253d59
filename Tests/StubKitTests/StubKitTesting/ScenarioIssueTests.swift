import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a `.stubbed` test is told of the scenarios of an exploration.
struct ScenarioIssueTests {
  @Sendable private static func load() async throws -> Int {
    let url = try #require(URL(string: "https://a.com/users"))
    let (_, response) = try await URLSession.shared.data(from: url)
    return (response as? HTTPURLResponse)?.statusCode ?? 0
  }

  @Test func `the first assertion that fails names its scenario, and the others follow from it`()
    async throws
  {
    let line = #line + 6
    let issues = try await RecordedIssues.of { _ in
      try await withEveryFault(.status(500), .status(503)) { _ in
        stub(condition: isPath("/users"), response: .status(204))
        let status = try await Self.load()
        guard status != 503 else { return }
        #expect(status == 204)
        #expect(status < 300)
      }
    }
    #expect(issues.texts == [#"in the scenario "GET /users #1 × 500""#])
    #expect(issues.places == ["ScenarioIssueTests.swift:\(line)"])
    #expect(
      "\(try #require(issues.thrown))" == """
        2 scenarios: 1 broken
          ✗ GET /users #1 × 500
              as the test has been told
              → only: "GET /users #1 × 500"
          ✓ GET /users #1 × 503
        """)
    let report = try #require(issues.thrown as? ExplorationError).report
    #expect(
      report.description.contains(
        "\n      Expectation failed: (status → 500) == 204 (ScenarioIssueTests.swift:\(line))\n"))
  }

  @Test func `what is thrown in a scenario is told at the line of the exploration`() async throws {
    let line = #line + 2
    let issues = try await RecordedIssues.of { _ in
      try await withEveryFault(.offline) { _ in
        stub(condition: isPath("/users"), response: .status(204))
        _ = try await Self.load()
      }
    }
    #expect(
      issues.texts == [
        """
        GET /users #1 × offline: The operation threw: There is no connection to the Internet.
          → only: "GET /users #1 × offline"
        """
      ])
    #expect(issues.places == ["ScenarioIssueTests.swift:\(line)"])
    #expect(
      "\(try #require(issues.thrown))" == """
        1 scenario: 1 broken
          ✗ GET /users #1 × offline
              as the test has been told
              → only: "GET /users #1 × offline"
        """)
  }

  @Test func `a request that nothing answers is what is wrong, and not what follows from it`()
    async throws
  {
    let issues = try await RecordedIssues.of { _ in
      try await withEveryFault { _ in
        let status = try? await Self.load()
        #expect(status == 204)
      }
    }
    #expect(issues.texts == [])
    let error = "\(try #require(issues.thrown))"
    #expect(error.contains("has explored nothing: the operation fails with every answer as it is"))
    #expect(error.contains("No stub matches GET https://a.com/users"))
    #expect(!error.contains("Expectation failed"))
  }

  @Test func `an assertion that fails without a fault is told as it is`() async throws {
    let issues = try await RecordedIssues.of { _ in
      try await withEveryOrder { _ in
        stub(condition: isPath("/users"), response: .status(204))
        let status = try await Self.load()
        #expect(status == 200)
      }
    }
    #expect(issues.texts == ["with every answer as it is"])
    let error = "\(try #require(issues.thrown))"
    #expect(error.hasSuffix("fails with every answer as it is, in the order of the requests."))
  }

  @Test func `a stub that stays unused is told of once, and not of every scenario`() async throws {
    let issues = try await RecordedIssues.of(.stubbed(unused: .error)) { _ in
      try await withEveryFault(.status(500), .status(503)) { _ in
        stub(condition: isPath("/users"), response: .status(204))
        stub(condition: isPath("/never"), response: .status(204))
        _ = try await Self.load()
      }
    }
    #expect(issues.texts.count == 1)
    #expect(issues.texts.first??.contains("was never used") == true)
    #expect(issues.thrown == nil)
  }
}

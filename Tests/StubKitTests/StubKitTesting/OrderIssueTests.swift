import Foundation
import StubKit
import StubKitTesting
import Testing

/// What `verify(order:)` throws, in a `.stubbed` test.
struct OrderIssueTests {
  @Test func `an error that leaves the test is an issue at the line of the call`() async throws {
    let issues = try await RecordedIssues.of { _ in
      let login = stub(condition: isPath("/login"), expected: .any, response: .status(204))
      try StubRegistry.current.verify(
        order: login, fileID: "AppTests/AppTests.swift", filePath: "/x", line: 12, column: 3)
    }
    #expect(issues.places == ["AppTests.swift:12"])
    #expect(issues.all.first?.error is StubOrderError)
    #expect(issues.thrown == nil)
  }

  @Test func `one that the test expects is none`() async throws {
    let issues = try await RecordedIssues.of { _ in
      let login = stub(condition: isPath("/login"), expected: .any, response: .status(204))
      #expect(throws: StubOrderError.self) { try StubRegistry.current.verify(order: login) }
    }
    #expect(issues.all.isEmpty)
  }
}

import Foundation
import StubKit

/// A request that nobody meant fails, and says why.
@MainActor
enum Unmatched {
  static func play(on stage: Stage) async throws {
    stage.open(
      "A test whose request no stub matches, as `swift test` prints it",
      #"""
      @Test(.stubbed) func `the list shows who is there`() async throws {
        stub(
          condition: isGET("https://api.example.com/users"), response: .json([["id": 7, "name": "Ada"]]))

        #expect(try await app.users() == [User(id: 7, name: "Ada")])
      }
      """#)
    try await withStubs { registry in
      stub(
        condition: isGET("https://api.example.com/users"),
        fileID: "AppTests/UserListTests.swift", line: 6,
        response: .json([["id": 7, "name": "Ada"]]))

      do {
        _ = try await Client.text("https://api.example.com/user")
        stage.check("the request failed", false, "an answer")
      } catch let error as URLError {
        let report = error.localizedDescription
        stage.quote(
          "✘ Test \"the list shows who is there\" recorded an issue at UserListTests.swift:5:2: Issue "
            + "recorded\n↳ " + report.replacingOccurrences(of: "\n", with: "\n  "))
        stage.check(
          "the request failed instead of going out", error.code == .resourceUnavailable,
          "\(error)")
        stage.check(
          "the error says which stub came closest, and a line that would stub it",
          report.contains("✗ isGET") && report.contains("To stub it:"), "another text")
      }
      stage.check(
        "the registry remembers it", registry.unmatchedRequests.count == 1,
        "\(registry.unmatchedRequests)")
    }
  }
}

import Foundation
import StubKit

/// A request that nobody meant fails, and says why.
@MainActor
enum Unmatched {
  static func play(on stage: Stage) async throws {
    stage.open(
      "A request that no stub matches",
      #"""
      stub(
        condition: isMethodPOST() && isHost("api.example.com") && isPath("/users"),
        response: .status(201))
      """#)
    try await withStubs { registry in
      stub(
        condition: isMethodPOST() && isHost("api.example.com") && isPath("/users"),
        response: .status(201))

      do {
        _ = try await Client.text("https://api.example.com/user")
        stage.check("the request failed", false, "an answer")
      } catch let error as URLError {
        stage.quote(error.localizedDescription)
        stage.check(
          "the request failed instead of going out", error.code == .resourceUnavailable,
          "\(error)")
        stage.check(
          "the error says which stub came closest, and a line that would stub it",
          error.localizedDescription.contains("✗ isPath")
            && error.localizedDescription.contains("To stub it:"), "another text")
      }
      stage.check(
        "the registry remembers it", registry.unmatchedRequests.count == 1,
        "\(registry.unmatchedRequests)")
    }
  }
}

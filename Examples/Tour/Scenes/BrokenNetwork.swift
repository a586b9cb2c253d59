import Foundation
import StubKit

/// A request fails, and a retry succeeds.
@MainActor
enum BrokenNetwork {
  static func play(on stage: Stage) async throws {
    stage.open(
      "A network that breaks, once",
      "response: .sequence(.failure(.networkConnectionLost), .text(\"here again\"))")
    try await withStubs { _ in
      stub(
        condition: isPath("/news"),
        response: .sequence(.failure(.networkConnectionLost), .text("here again")))

      do {
        _ = try await Client.text("https://api.example.com/news")
        stage.check("the first request failed", false, "an answer")
      } catch let error as URLError {
        stage.quote(error.localizedDescription)
        stage.check(
          "the first request failed with networkConnectionLost",
          error.code == .networkConnectionLost, "\(error)")
      }
      let retry = try await Client.text("https://api.example.com/news").text
      stage.check("the second was answered", retry == "here again", retry)
    }
  }
}

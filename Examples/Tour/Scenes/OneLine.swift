import StubKit

/// One line answers a request, by its host and path.
@MainActor
enum OneLine {
  static func play(on stage: Stage) async throws {
    stage.open(
      "One line answers a request",
      #"stub(condition: isHost("api.example.com") && isPath("/greeting"), response: .text("hello"))"#
    )
    try await withStubs { registry in
      let greeting = stub(
        condition: isHost("api.example.com") && isPath("/greeting"), response: .text("hello"))

      let answer = try await Client.text("https://api.example.com/greeting")

      stage.check(
        "URLSession.shared got 200 and \"hello\"", answer == (200, "hello"), "\(answer)")
      stage.check(
        "the stub was asked once", greeting.callCount == 1, "\(greeting.callCount) times")
      stage.check(
        "the log has it: \(registry.exchanges.first?.description ?? "nothing")",
        registry.exchanges.count == 1, "\(registry.exchanges)")
    }
  }
}

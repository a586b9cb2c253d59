import Foundation
import StubKit
import StubKitExploring

/// A small app with two bugs that hardly any test finds, since each needs a network of its own kind.
@MainActor
enum EveryWay {
  static func play(on stage: Stage) async throws {
    stage.open(
      "Every fault and every order",
      "try await withEveryFault { registry in … }   and   withEveryOrder { registry in … }")

    let faults = await table {
      try await withEveryFault(.offline, .timeout, .damagedBody) { registry in
        stub(condition: isPath("/users"), response: .json([["id": 1, "name": "Ada"]]))
        let search = Search(clock: registry.clock)
        await search.load()
        if await search.isLoading { throw Wrong("the spinner never stops") }
      }
    }
    stage.quote(faults)
    stage.check(
      "the spinner that never stops is found, and only where the answer cannot be read",
      faults.contains("✗ GET /users #1 × damaged body") && faults.contains("1 broken"), faults)

    let orders = await table {
      try await withEveryOrder { registry in
        stub(condition: isPath("/search")) { .text($0.queryItems.first?.value ?? "") }
        let search = Search(clock: registry.clock)
        async let first: Void = search.search("l")
        try await registry.clock.sleep(for: .milliseconds(100))
        async let second: Void = search.search("la")
        _ = await (first, second)
        if await search.result != "la" { throw Wrong("an old result is shown") }
      }
    }
    stage.quote(orders)
    stage.check(
      "the old result is found where the answers overtake each other",
      orders.contains("an old result is shown") && orders.contains("1 broken"), orders)
  }

  /// The table of an exploration, whether something is broken in it or not.
  private static func table(_ explore: () async throws -> ExplorationReport) async -> String {
    do { return "\(try await explore())" } catch { return "\(error)" }
  }

  /// What must not be, whatever the network does.
  private struct Wrong: LocalizedError {
    let errorDescription: String?

    init(_ text: String) {
      errorDescription = text
    }
  }

  /// A part of an app, with two bugs.
  private actor Search {
    private(set) var isLoading = false
    private(set) var result = ""
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) {
      self.clock = clock
    }

    func load() async {
      isLoading = true
      do {
        _ = try await Client.users()
      } catch is DecodingError {
        // The first: the spinner is forgotten.
        return
      } catch {}
      isLoading = false
    }

    func search(_ text: String) async {
      try? await clock.sleep(for: .milliseconds(50))
      let found = try? await Client.text("https://api.example.com/search?q=\(text)").text
      // The second: nobody asks whether this is still what is wanted.
      if let found { result = found }
    }
  }
}

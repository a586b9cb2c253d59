import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A game whose session is known to it as a protocol only.
struct GuessingGameStoryTests {
  @Test func `a reset draws the stubbed number`() async throws {
    let registry = StubRegistry()
    let random = registry.stub(
      condition: pathEndsWith("/random")
        && hasExactQuery(["min": "0", "max": "100", "count": "1"]),
      response: .json([3]))
    let game = GuessingGame(session: registry.session)
    #expect(await reset(game))
    #expect(game.target == 3)
    #expect(random.callCount == 1)
  }

  @Test func `a reset without a network changes nothing`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .failure(.notConnectedToInternet))
    let game = GuessingGame(session: registry.session)
    #expect(await !reset(game))
    #expect(game.target == 0)
  }

  private func reset(_ game: GuessingGame) async -> Bool {
    await withCheckedContinuation { continuation in
      game.reset { continuation.resume(returning: $0) }
    }
  }
}

import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Whatever happens in whatever order, the rules hold: one ending, nothing after it, nothing left.
struct CoursePropertyTests {
  @Test(arguments: 0..<40)
  func `random doors find one ending, nothing after it, and every claim closed`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let registry = StubRegistry(unmatched: random.pick([.fail, .passThrough]))
      let token = random.pick([true, false]) ? registry.onEvent { _ in } : nil
      // The door gives leave at once, or late, or another answer.
      if random.pick([true, false]) { registry.beDirected(by: SilentDirector()) }
      for path in ["/x", "/x", "/y", "/z"] where random.next() % 5 > 0 {
        register(on: path, in: registry, &random)
      }
      let player = RandomDoor(registry, random)
      let request = try URLRequest.to("https://a.com/x", body: random.pick([nil, "body"]))
      let passage = Passage(of: request, answeredBy: registry, through: player)
      player.play(passage)
      #expect(player.broken == [], "seed \(seed): \(player.log.suffix(30))")
      #expect(player.endings == 1, "seed \(seed): \(player.log)")
      #expect(
        !registry.exchanges.contains { $0.outcome == .pending }, "seed \(seed): \(player.log)")
      let claims = registry.stubs.reduce(0) { $0 + $1.callCount }
      let logged = registry.exchanges.count { $0.stub?.isActive ?? false }
      #expect(claims == logged)
      token?.cancel()
      random = player.random
    }
  }

  private func register(
    on path: String, in registry: StubRegistry, _ random: inout SeededRandom
  ) {
    let location = random.pick(["/x", "/y", "/z", "/nowhere"])
    let response: StubResponse = random.pick([
      .text("plain"), .text("slow").delayed(by: .seconds(2)), .status(204), .hang, .passThrough,
      .text("in pieces").chunked(every: .seconds(1), size: 3), .failure(.timedOut),
      .text("cut").dropping(afterBytes: 2), .status(302, headers: ["Location": .init(location)]),
      .status(401, headers: ["WWW-Authenticate": "Basic realm=\"r\""]),
      .stream { AsyncThrowingStream<Data, any Error> { $0.finish() } },
    ])
    let condition = isPath(path)
    switch random.next() % 3 {
    case 0: registry.stub(condition: condition) { _ in response }
    default:
      registry.stub(condition: condition, times: random.pick([nil, 1, 2]), response: response)
    }
  }
}

/// Directs nothing, and is there.
private final class SilentDirector: AnswerDirector {
  func hold(_ answer: HeldAnswer) -> Holding { .waits }
  func exchangeEnded(_ exchange: ExchangeLog.ID, _ outcome: StubExchange.Outcome) {}
}

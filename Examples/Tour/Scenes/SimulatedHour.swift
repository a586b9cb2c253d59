import Foundation
import StubKit

/// The slowest network there is, for an hour that takes no time.
@MainActor
enum SimulatedHour {
  static func play(on stage: Stage) async throws {
    stage.open(
      "An hour on a slow network, in no time",
      "try await withStubs(network: .gprs, clock: .fastForward) { registry in … }")
    try await withStubs(network: .gprs, clock: .fastForward) { registry in
      let film = Data(repeating: 7, count: 6_250 * 3_600)
      stub(condition: isPath("/film"), response: .data(film))

      var (drawn, received) = (-1, 0)
      let start = ContinuousClock.now
      for try await count in try Client.download("https://img.example.com/film") {
        received = count
        stage.draw(Double(count) / Double(film.count), last: &drawn, "\(count / 6_250 / 60) min")
      }
      let real = ContinuousClock.now - start
      let simulated = registry.exchanges.first?.duration ?? .zero

      stage.check(
        "every byte came, at 6,250 bytes a second", received == film.count, "\(received)")
      stage.check(
        "an hour passed on the registry's clock", simulated >= .seconds(3_600), "\(simulated)")
      let shown = real.formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 1)))
      stage.check("here it was over after \(shown)", real < .seconds(60), "\(real)")
    }
  }
}

import StubKit

/// Explores faults.
extension Exploration {
  /// Runs the operation plain, and then once for each exchange and each fault that can happen to it.
  func everyFault(
    _ faults: [NetworkFault], among condition: RequestMatcher?, striking rounds: FaultRounds
  ) async throws -> ExplorationReport {
    let learning = PlainPlay(faults: faults, condition: condition)
    let plain = try await runPlain(playing: learning)
    var unused = UnusedEverywhere()
    unused.note(plain)

    var all = learning.strikes.map {
      FaultPlay(strike: $0, rounds: rounds, wasLone: plain.wasLone)
    }
    guard !all.isEmpty else { throw nothingToExplore(plain) }
    let total = only == nil ? all.count : nil
    if let only {
      let names = all.map(\.name)
      all = all.filter { $0.name == only }
      guard !all.isEmpty else { throw noSuchScenario(only, among: names) }
    }
    let chosen = only == nil ? all.chosen(limit, by: seed) : all
    var scenarios: [ExplorationReport.Scenario] = []
    for play in chosen {
      let run = try await run(play.name, after: plain, playing: play)
      unused.note(run)
      scenarios.append(scenario(of: run, named: play.name, wasReached: play.wasReached))
    }
    return try conclude(
      ExplorationReport(scenarios: scenarios, total: total ?? chosen.count, seed: seed),
      withoutUse: unused)
  }
}

extension Array {
  /// Returns at most `limit` elements, chosen by a seed, in their order.
  func chosen(_ limit: Int, by seed: UInt64) -> [Element] {
    guard count > limit else { return self }
    var random = SeededRandom(seed: seed)
    return indices.shuffled(using: &random).prefix(limit).sorted().map { self[$0] }
  }
}

/// A fault that happens to an exchange.
struct Strike: Sendable {
  let exchange: String
  let fault: NetworkFault
}

/// The scenario without a fault, from which the possible faults are learned.
final class PlainPlay: ScenarioPlay {
  private let faults: [NetworkFault]
  private let condition: RequestMatcher?
  private let found = Locked<[Strike]>([])
  let hasFault = false

  init(faults: [NetworkFault], condition: RequestMatcher?) {
    self.faults = faults
    self.condition = condition
  }

  /// The possible faults, in the order of the exchanges.
  var strikes: [Strike] { found.withLock { $0 } }

  func drive(_ director: Director) -> Director.Ending {
    director.drive { [self] exchange, answer in
      // The network's answers are not changed.
      guard condition?.matches(answer.request) ?? true, let response = answer.response else {
        return answer.response
      }
      let strikes = faults.filter { $0.change(response, answer.request.method) != nil }
        .map { Strike(exchange: exchange, fault: $0) }
      found.withLock { $0 += strikes }
      return response
    }
  }
}

/// A scenario with a fault.
final class FaultPlay: ScenarioPlay {
  private let strike: Strike
  private let rounds: FaultRounds
  /// Whether the operation was a single task in the scenario without a fault.
  private let wasLone: Bool
  private let hasStruck = Locked(false)
  let hasFault = true

  init(strike: Strike, rounds: FaultRounds, wasLone: Bool) {
    self.strike = strike
    self.rounds = rounds
    self.wasLone = wasLone
  }

  /// The exchange and its fault.
  var name: String {
    "\(strike.exchange) × \(strike.fault.name)" + (rounds.isLasting ? ", always" : "")
  }

  /// Whether the exchange happened again.
  var wasReached: Bool { hasStruck.withLock { $0 } }

  func drive(_ director: Director) -> Director.Ending {
    director.drive(ofLone: wasLone) { [self, director] exchange, answer in
      guard let response = answer.response, isStruck(exchange) else { return answer.response }
      director.expectSurprises()
      return strike.fault.change(response, answer.request.method) ?? response
    }
  }

  /// Whether the fault strikes this exchange: the chosen one, or a later round of it.
  private func isStruck(_ exchange: String) -> Bool {
    hasStruck.withLock { hasStruck in
      if exchange == strike.exchange {
        hasStruck = true
        return true
      }
      return hasStruck && rounds.isLasting && exchange.isLaterRound(of: strike.exchange)
    }
  }
}

extension String {
  /// Whether the two names differ only in their numbers.
  fileprivate func isLaterRound(of other: String) -> Bool {
    guard let end = lastIndex(of: "#"), let otherEnd = other.lastIndex(of: "#") else {
      return false
    }
    return self[..<end] == other[..<otherEnd]
  }
}

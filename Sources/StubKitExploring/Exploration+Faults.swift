import StubKit

private struct Strike: Sendable {
  let exchange: String
  let fault: NetworkFault
  let rounds: FaultRounds

  var name: String { "\(exchange) × \(fault.name)" + (rounds.isLasting ? ", always" : "") }

  func strikes(_ other: String, among known: Set<Substring>, hasStruck: inout Bool) -> Bool {
    if other == exchange {
      hasStruck = true
      return true
    }
    guard hasStruck, rounds.isLasting else { return false }
    let (line, own) = (Self.line(of: other), Self.line(of: exchange))
    // A query may differ in each run: if the first run lacks this line, the query does not count.
    return line == own
      || !known.contains(line) && line.prefix { $0 != "?" } == own.prefix { $0 != "?" }
  }

  /// The name without its number.
  static func line(of name: String) -> Substring {
    name[..<(name.lastIndex(of: "#") ?? name.endIndex)].dropLast()
  }
}

extension Exploration {
  func everyFault(
    _ faults: [NetworkFault], among condition: RequestMatcher?, striking rounds: FaultRounds
  ) async throws -> ExplorationReport {
    guard !faults.isEmpty else {
      throw mistake(
        ": the list of faults is empty. Write the faults to try, such as `.offline`, or leave the "
          + "list out, which means `.common`.")
    }
    if let fault = faults.first(where: \.isPassing) {
      throw mistake(
        ": the fault \(fault.name.swiftLiteral) answers with `.passThrough`, but a fault never lets "
          + "the network answer. Write the response that comes instead.")
    }
    let possible = Locked<[Strike]>([])
    let plain = try await runPlain { director in
      director.drive { exchange, answer in
        // Without a response the network answers, and such an answer is never changed.
        guard condition?.matches(answer.request) ?? true, let response = answer.response else {
          return answer.response
        }
        let strikes = faults.filter { $0.change(response, answer.request.method) != nil }
          .map { Strike(exchange: exchange, fault: $0, rounds: rounds) }
        possible.withLock { $0 += strikes }
        return response
      }
    }
    var strikes = possible.withLock(\.self)
    guard !strikes.isEmpty else { throw nothingToExplore(plain) }
    let total = only == nil ? strikes.count : nil
    if let only {
      let names = strikes.map(\.name)
      strikes = strikes.filter { $0.name == only }
      guard !strikes.isEmpty else { throw noSuchScenario(only, among: names) }
    } else {
      strikes = strikes.chosen(limit, by: seed)
    }
    var unused = UnusedEverywhere()
    unused.note(plain)
    var scenarios: [ExplorationReport.Scenario] = []
    let known = Set(plain.names.names.map(Strike.line))
    for strike in strikes {
      let hasStruck = Locked(false)
      let run = try await run(strike.name, after: plain, hasFault: true) { director in
        director.drive(ofLone: plain.wasLone) { exchange, answer in
          guard let response = answer.response,
            hasStruck.withLock({ strike.strikes(exchange, among: known, hasStruck: &$0) })
          else { return answer.response }
          director.expectSurprises()
          var fault = strike.fault.change(response, answer.request.method)
          fault?.isFault = true
          return fault ?? response
        }
      }
      unused.note(run)
      scenarios.append(
        scenario(of: run, named: strike.name, wasReached: hasStruck.withLock(\.self)))
    }
    warn(of: scenarios.filter { !$0.wasReached }, among: scenarios.count)
    return try conclude(
      ExplorationReport(scenarios: scenarios, total: total ?? scenarios.count, seed: seed),
      withoutUse: unused)
  }

  /// Warns of scenarios whose fault never happened: however they end, they prove nothing.
  private func warn(of missed: [ExplorationReport.Scenario], among count: Int) {
    guard !missed.isEmpty else { return }
    let names = missed.map(\.name).shortened(to: 3) { "… and \($0) more" }
    warn(
      """
      \(name): \(missed.count) of \(count) scenarios had no fault, since the request was not made again:
        \(names.joined(separator: "\n  "))
        → A request is recognized by its method, its path and its number. Make the path the same \
      in each run, for example with an id that the test gives to the code.
      """)
  }
}

extension Array {
  func chosen(_ limit: Int, by seed: UInt64) -> [Element] {
    guard count > limit else { return self }
    var random = SeededRandom(seed: seed)
    return indices.shuffled(using: &random).prefix(limit).sorted().map { self[$0] }
  }
}

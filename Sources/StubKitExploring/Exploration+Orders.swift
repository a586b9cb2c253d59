import StubKit

extension Exploration {
  /// Runs every order: each choice that a finished scenario did not take starts another scenario.
  func everyOrder() async throws -> ExplorationReport {
    if let only { return try await order(named: only) }
    var random = SeededRandom(seed: seed)
    var frontier = [OrderPlay.Branch(chosen: [], count: 0, steps: [])]
    var scenarios: [String: ExplorationReport.Scenario] = [:]
    var names: [String] = []
    var plain: ScenarioRunner.Run?
    var unused = UnusedEverywhere()
    // With many requests at once, far more scenarios would wait than can ever run.
    let mostWaiting = limit > .max / 10 ? .max : limit * 10
    var isWhole = true
    while !frontier.isEmpty, names.count < limit {
      // If more scenarios wait than may run, the next one is drawn at random.
      let isEnough = frontier.count > limit - names.count
      let position =
        isEnough ? Int.random(in: frontier.indices, using: &random) : frontier.count - 1
      let play = OrderPlay(script: frontier.remove(at: position).script)
      let run: ScenarioRunner.Run
      if let plain {
        run = try await self.run(nil, play.opening, after: plain, playing: play.drive)
      } else {
        run = try await runPlain(playing: play.drive)
        plain = run
      }
      unused.note(run)
      if let lost = play.lostName {
        // The client has asked for something else, so the run only repeats another scenario.
        if scenarios[lost] == nil { names.append(lost) }
        if scenarios[lost]?.isBroken != true {
          scenarios[lost] = scenario(of: run, named: lost, wasReached: false)
        }
        continue
      }
      frontier += play.alternatives
      if frontier.count > mostWaiting {
        frontier.shuffle(using: &random)
        frontier.removeLast(frontier.count - mostWaiting)
        isWhole = false
      }
      // A scenario that has run before counts only if it now fails for the first time.
      if let former = scenarios[play.name] {
        guard !former.isBroken, run.failure != nil else { continue }
      } else {
        names.append(play.name)
      }
      scenarios[play.name] = scenario(of: run, named: play.name)
    }
    if names.count == 1, limit > 1 { warnOfOnlyOrder() }
    return try conclude(
      ExplorationReport(
        scenarios: names.compactMap { scenarios[$0] },
        total: frontier.isEmpty && isWhole ? names.count : nil, seed: seed),
      withoutUse: unused)
  }

  private func warnOfOnlyOrder() {
    warn(
      """
      \(name) has tried the only order there is: no two answers were ever in flight at once.
        → Let the operation make its requests side by side, as with `async let`, and await them all.
      """)
  }

  private func order(named name: String) async throws -> ExplorationReport {
    let first = OrderPlay()
    let plain = try await runPlain(playing: first.drive)
    let play = OrderPlay(named: name)
    let run = try await run(nil, name, after: plain, playing: play.drive)
    guard play.name == name else {
      throw noSuchScenario(name, among: Set([first.name, play.name]).sorted(), areAll: false)
    }
    return try conclude(
      ExplorationReport(scenarios: [scenario(of: run, named: name)], total: 1, seed: seed),
      withoutUse: UnusedEverywhere())
  }
}

final class OrderPlay: Sendable {
  private struct Choice {
    let steps: [Director.Step]
    let chosen: Director.Step
    /// The exchanges that the chosen step cancelled.
    var cancelled: [String] = []
  }

  private struct State {
    var choices: [Choice] = []
    var words: [String] = []
    /// The exchanges whose answers could have been delivered earlier.
    var passedOver: Set<String> = []
    /// Whether a step of the script was not possible.
    var isLost = false
  }

  /// The steps at the first choices; at later choices, the first possible step is taken.
  private let script: [Director.Step]
  /// The scenario's name, if it is given in place of `script`.
  private let wanted: String?
  private let state = Locked(State())

  init(script: [Director.Step] = [], named wanted: String? = nil) {
    (self.script, self.wanted) = (script, wanted)
  }

  var opening: String { (script.map(\.word) + ["…"]).joined(separator: ", ") }

  var name: String {
    let words = state.withLock { $0.words }
    return words.isEmpty ? "in the only order" : words.joined(separator: ", ")
  }

  /// The name of the scripted scenario, if the client acted so that it did not come about.
  var lostName: String? {
    // A run may end after a late answer, before it comes to the script's next choice.
    let least = script.firstIndex(where: \.isLate).map { $0 + 1 } ?? script.count
    let isLost = state.withLock { $0.isLost || $0.choices.count < least }
    return isLost ? script.map(\.word).joined(separator: ", ") : nil
  }

  func drive(_ director: Director) -> Director.Ending {
    let ending = director.drive(choosing: choose) { $1.response }
    note(cancelled: director.takeCancelled())
    return ending
  }

  private func note(cancelled: [String]) {
    state.withLock { state in
      if let last = state.choices.indices.last { state.choices[last].cancelled += cancelled }
    }
  }

  private func choose(among steps: [Director.Step], cancelled: [String]) -> Director.Step {
    note(cancelled: cancelled)
    return state.withLock { state in
      let isChoice = steps.count > 1
      // The step after a late answer is in the script, even if no other is possible then.
      let isScripted = isChoice || state.choices.last?.chosen.isLate ?? false
      let wanted = isScripted ? wantedStep(among: steps, state) : nil
      if isScripted, wanted == nil, state.choices.count < script.count { state.isLost = true }
      let step = wanted ?? steps[0]
      if isScripted { state.choices.append(Choice(steps: steps, chosen: step)) }
      let exchange = step.exchange
      if isChoice || exchange.map(state.passedOver.contains) ?? false {
        state.words.append(step.word)
      }
      for other in steps where isChoice && other != step {
        if let exchange = other.exchange { state.passedOver.insert(exchange) }
      }
      return step
    }
  }

  private func wantedStep(among steps: [Director.Step], _ state: State) -> Director.Step? {
    let steps = steps + steps.compactMap(\.late)
    guard let wanted else {
      guard let next = script.dropFirst(state.choices.count).first else { return nil }
      // A client's pause may have another length in each run, so any pause will do.
      return steps.first { $0 == next || $0.exchange == nil && next.exchange == nil }
    }
    let soFar = state.words.map { $0 + ", " }.joined()
    return steps.first { step in
      let name = soFar + step.word
      return wanted == name || wanted.hasPrefix(name + ", ")
    }
  }

  /// A scenario that repeats some choices of a finished scenario, and then differs.
  struct Branch {
    /// The choices of the finished scenario; all its branches share this array.
    let chosen: [Director.Step]
    /// How many of these choices the branch repeats.
    let count: Int
    let steps: [Director.Step]

    var script: [Director.Step] { chosen.prefix(count) + steps }
  }

  /// The scenarios that make another choice, at a point that the script left open.
  var alternatives: [Branch] {
    let choices = state.withLock { $0.choices }
    let chosen = choices.map(\.chosen)
    var all: [Branch] = []
    let isLate = script.contains { $0.isLate }
    for (position, choice) in choices.enumerated() {
      if position >= script.count {
        all += choice.steps.filter { $0 != choice.chosen }.map {
          Branch(chosen: chosen, count: position, steps: [$0])
        }
      }
      // The answer might also have come before the cancel, and been noticed after it. That is a
      // branch of the first scenario with this choice, not of those that repeat the choice.
      if !isLate, position + 1 >= script.count {
        all += choice.cancelled.filter { choice.steps.contains(.answer($0)) }
          .map {
            Branch(chosen: chosen, count: position, steps: [.lateAnswer($0), choice.chosen])
          }
      }
    }
    return all.reversed()
  }
}

extension Director.Step {
  fileprivate var exchange: String? {
    switch self {
    case .answer(let name), .lateAnswer(let name): name
    case .time: nil
    }
  }

  fileprivate var word: String {
    switch self {
    case .answer(let name): name
    case .lateAnswer(let name): "\(name) late"
    case .time(let moment): "wait until \(moment)"
    }
  }

  fileprivate var late: Director.Step? {
    if case .answer(let name) = self { .lateAnswer(name) } else { nil }
  }

  fileprivate var isLate: Bool { if case .lateAnswer = self { true } else { false } }
}

import StubKit

struct Exploration: Sendable {
  let runner: ScenarioRunner
  /// The name of the public function that the user called.
  let name: String
  let limit: Int
  let seed: UInt64
  let only: String?
  private let lastWords = LastWords()

  init(
    _ name: String, at location: StubLocation, limit: Int, seed: UInt64, only: String?,
    limits: ScenarioLimits, of operation: @escaping ScenarioRunner.Operation
  ) throws {
    runner = ScenarioRunner(operation: operation, location: location, limits: limits)
    (self.name, self.limit, self.seed, self.only) = (name, limit, seed, only)
    for (label, count, noun) in [
      ("limit", limit, "scenario"), ("requests", limits.requests, "request"),
    ] where count <= 0 {
      throw mistake(
        ": `\(label): \(count)` allows no \(noun). Write how many there may be, such as "
          + "`\(label): 100`, or leave `\(label):` out, which means 1000.")
    }
  }

  /// `opening` is the known beginning of the scenario's name, if `scenario` is nil.
  func run(
    _ scenario: String?, _ opening: String = "", after plain: ScenarioRunner.Run,
    hasFault: Bool = false, playing play: @escaping ScenarioRunner.Play
  ) async throws -> ScenarioRunner.Run {
    lastWords.set(
      "StubKit: \(name) at \(runner.location) was running the scenario \(scenario ?? opening)")
    return try await runner.run(
      scenario.map(Self.remark), after: plain, hasFault: hasFault, playing: play)
  }

  func runPlain(playing play: @escaping ScenarioRunner.Play) async throws -> ScenarioRunner.Run {
    lastWords.set("StubKit: \(name) at \(runner.location) was running with every answer as it is")
    let run = try await runner.run("with every answer as it is", after: nil, playing: play)
    guard run.keepsClock else {
      throw mistake(
        ": the operation sets `registry.clock`, but only the clock that the scenario has from the "
          + "beginning can be explored. Take the assignment out.")
    }
    if let failure = run.failure { throw brokenAnyway(failure) }
    return run
  }

  /// Returns the scenario for the exploration's report; also reports its failure to the test.
  func scenario(
    of run: ScenarioRunner.Run, named name: String, wasReached: Bool = true
  ) -> ExplorationReport.Scenario {
    run.scenario.tell(Self.remark(on: name))
    let failure = run.failure
    var isTold = failure?.hearing == .all
    if let failure, failure.hearing == .none {
      let issue = StubIssue(
        kind: .broken, text: "\(name): \(failure.text)\n  → only: \(name.swiftLiteral)",
        location: runner.location)
      isTold = StubRegistry.current.report(issue).isTold
    }
    return .init(name: name, failure: failure?.text, isTold: isTold, wasReached: wasReached)
  }

  private static func remark(on name: String) -> String { "in the scenario \"\(name)\"" }

  func conclude(
    _ report: ExplorationReport, withoutUse unused: UnusedEverywhere
  ) throws -> ExplorationReport {
    guard report.broken.isEmpty else { throw ExplorationError(report: report) }
    // A single scenario cannot tell which stubs the others use.
    if only == nil { for issue in unused.issues { warn(issue) } }
    return report
  }

  func warn(_ text: String) {
    warn(StubIssue(kind: .remark, text: text, location: runner.location))
  }

  /// Warns the test even if its exploration is in no scope.
  private func warn(_ issue: StubIssue) {
    let registry = StubRegistry.current
    if registry.reporter != nil {
      registry.report(issue)
    } else if let reporter = TestingLibrary.current.reporterForScope() {
      _ = reporter(issue)
    }
  }

  func mistake(_ text: String) -> ExplorationMistake {
    ExplorationMistake(description: "\(name) at \(runner.location)" + text)
  }

  private func brokenAnyway(_ failure: RunningScenario.Failure) -> ExplorationMistake {
    let failure = failure.hearing == .none ? "\n\(failure.text)" : ""
    return mistake(
      " has explored nothing: the operation fails with every answer as it "
        + "is, before any fault or other order is tried.\(failure)")
  }

  func nothingToExplore(_ plain: ScenarioRunner.Run) -> ExplorationMistake {
    let reason =
      plain.names.given.isEmpty
      ? "the operation makes no request that a stub of its registry answers"
      : "none of the faults can happen to the operation's requests, or `among:` matches none"
    return mistake(" has nothing to explore: \(reason).")
  }

  func noSuchScenario(
    _ name: String, among known: [String], areAll: Bool = true
  ) -> ExplorationMistake {
    let near = known.near(name)
    let likely = (near.isEmpty ? Array(known.prefix(3)) : near).map { "\n    \($0.swiftLiteral)" }
    let lead =
      switch (known.count, areAll) {
      case (0, _): "There is none at all."
      case (1, true): "There is one:"
      case (_, true): "There are \(known.count), such as:"
      case (_, false): "Scenarios that exist include:"
      }
    return mistake(
      ": there is no scenario \(name.swiftLiteral). \(lead)" + likely.joined())
  }
}

struct UnusedEverywhere {
  private var unused: [StubIssue]?

  var issues: [StubIssue] { unused ?? [] }

  mutating func note(_ run: ScenarioRunner.Run) {
    // The further lines give reasons, which differ between scenarios.
    func key(_ issue: StubIssue) -> Substring { issue.text.prefix { $0 != "\n" } }
    let others = Set(run.unused.map(key))
    unused = unused.map { $0.filter { others.contains(key($0)) } } ?? run.unused
  }
}

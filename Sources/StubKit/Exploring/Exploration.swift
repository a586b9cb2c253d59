import Foundation

/// One exploration: its scenarios, one after the other, and what is told of them.
struct Exploration: Sendable {
  let runner: ScenarioRunner
  /// What the user called.
  let name: String
  let limit: Int
  let seed: UInt64
  let only: String?

  init(
    _ name: String, at location: StubLocation, limit: Int, seed: UInt64, only: String?,
    patience: Duration, of operation: @escaping ScenarioRunner.Operation
  ) {
    runner = ScenarioRunner(operation: operation, location: location, patience: patience)
    (self.name, self.limit, self.seed, self.only) = (name, limit, seed, only)
  }

  /// Tells of a scenario before it runs: if it takes the process with it, this is what is left.
  func announce(_ scenario: String, _ number: Int, of total: Int?) {
    let count = total.map { ", \(number) of \($0)" } ?? (number > 0 ? ", \(number)" : "")
    let line = "StubKit: \(name) at \(runner.location)\(count): \(scenario)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  /// Runs a scenario, and tells the test if it is broken.
  func run(_ scenario: String, after plain: [ExchangeNames.Key], playing play: any ScenarioPlay)
    async throws -> ScenarioRunner.Run
  {
    var run = try await runner.run(scenario, after: plain, playing: play)
    if let failure = run.failure, !run.isTold {
      let issue = StubIssue(
        kind: .broken, text: "\(scenario): \(failure)\n  → only: \(scenario.swiftLiteral)",
        location: runner.location)
      run.isTold = StubRegistry.current.report(issue).isTold
    }
    return run
  }

  /// The report, unless something in it is broken.
  func conclude(_ report: ExplorationReport) throws -> ExplorationReport {
    guard report.broken.isEmpty else { throw ExplorationError(report: report) }
    return report
  }

  /// That there is nothing to explore, since the operation fails anyway.
  func brokenAnyway(_ run: ScenarioRunner.Run) -> ExplorationMistake {
    let failure = run.isTold ? "" : "\n\(run.failure ?? "")"
    return ExplorationMistake(
      "\(name) at \(runner.location) has explored nothing: the operation fails with every answer as it "
        + "is, in the order of the requests.\(failure)")
  }

  /// That nothing can happen to what the operation asks.
  func nothingToExplore(_ plain: ScenarioRunner.Run) -> ExplorationMistake {
    let reason =
      plain.keys.isEmpty
      ? "the operation asks nothing that a stub of its registry answers"
      : "none of the faults can happen to what the operation asks, or `among:` means none of it"
    return ExplorationMistake("\(name) at \(runner.location) has nothing to explore: \(reason).")
  }

  /// That there is no scenario of the name that was asked for.
  ///
  /// - Parameter known: Names of scenarios that there are, each once.
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
      case (_, false): "Among those that there are is:"
      }
    return ExplorationMistake(
      "\(self.name) at \(runner.location): there is no scenario \(name.swiftLiteral). \(lead)"
        + likely.joined())
  }
}

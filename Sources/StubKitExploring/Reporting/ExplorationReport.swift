import Foundation
public import StubKit

/// Which scenarios an exploration has run, and how they failed.
public struct ExplorationReport: Sendable, CustomStringConvertible {
  /// One run of the operation.
  public struct Scenario: Sendable {
    /// What was changed in the scenario, as a name for `only:`.
    public let name: String
    /// The first failure; nil if there was none.
    public let failure: String?
    /// Whether the test was already told of the failure.
    let isTold: Bool
    /// Whether the fault or the order came about; if not, a request that it needs was not made.
    let wasReached: Bool

    /// Whether the scenario failed.
    public var isBroken: Bool { failure != nil }
  }

  /// The scenarios in the order in which they ran, which does not change from run to run.
  public let scenarios: [Scenario]
  /// The number of scenarios without the limit; nil if it is unknown.
  let total: Int?
  let seed: UInt64

  /// The scenarios that failed.
  public var broken: [Scenario] { scenarios.filter(\.isBroken) }

  /// A table of the scenarios, with the failure of each broken one and how to repeat it.
  public var description: String { table(of: scenarios) { $0.failure } }

  /// The table without failures that the test knows; of many scenarios, only the broken ones.
  var news: String {
    table(of: scenarios.count > 100 ? broken : scenarios) { scenario in
      scenario.isTold ? "as the test has been told" : scenario.failure
    }
  }

  private func table(
    of scenarios: [Scenario], saying failure: (Scenario) -> String?
  ) -> String {
    ([summary] + scenarios.map { $0.lines(saying: failure($0)) }).joined(separator: "\n")
  }

  private var summary: String {
    let count = scenarios.count
    let noun = count == 1 ? "scenario" : "scenarios"
    let choice =
      total == count
      ? "" : " of \(total.map { "\($0)" } ?? "more"), chosen by the seed \(seed)"
    let missed = scenarios.count { !$0.wasReached && !$0.isBroken }
    let passed =
      missed == 0 ? "all passed" : "\(count - missed) passed, \(missed) did not come about"
    return "\(count) \(noun)\(choice): " + (broken.isEmpty ? passed : "\(broken.count) broken")
  }
}

extension ExplorationReport.Scenario {
  fileprivate func lines(saying failure: String?) -> String {
    guard isBroken, let failure else {
      return wasReached ? "  ✓ \(name)" : "  · \(name): did not come about"
    }
    let reason = failure.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n      ")
    return "  ✗ \(name)\n      \(reason)\n      → only: \(name.swiftLiteral)"
  }
}

/// The error of an exploration that has found broken scenarios.
public struct ExplorationError: DescribedError, Sendable {
  /// The report, with all scenarios.
  public let report: ExplorationReport

  /// A table of the scenarios, without the failures that the test already knows.
  ///
  /// If there are more than 100 scenarios, the table has only the broken ones.
  public var description: String { report.news }
}

/// Why an exploration could explore nothing.
struct ExplorationMistake: DescribedError {
  let description: String
}

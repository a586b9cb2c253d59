public import Foundation
import StubKit

/// Which scenarios an exploration has run, and what was wrong with them.
public struct ExplorationReport: Sendable, CustomStringConvertible {
  /// One run of the operation.
  public struct Scenario: Sendable {
    /// What was changed in the scenario, as a name for `only:`.
    public let name: String
    /// The first failure; nil if there was none.
    public let failure: String?
    /// Whether the test has got the failure in a message of its own.
    let isTold: Bool
    /// Whether the fault happened; if not, its request was not made in this run.
    let wasReached: Bool

    /// Whether something was wrong.
    public var isBroken: Bool { failure != nil }
  }

  /// The scenarios, in the order in which they ran; the same in every run.
  public let scenarios: [Scenario]
  /// The number of scenarios that there would be without a limit; nil if it is unknown.
  let total: Int?
  let seed: UInt64

  /// The scenarios that failed.
  public var broken: [Scenario] { scenarios.filter(\.isBroken) }

  /// A table of the scenarios, with the failure of each broken one and how to repeat it.
  public var description: String { table(of: scenarios) { $0.failure } }

  /// The table for a test: each failure once, and only the broken ones if there are many scenarios.
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
    return "\(count) \(noun)\(choice): "
      + (broken.isEmpty ? "all passed" : "\(broken.count) broken")
  }
}

extension ExplorationReport.Scenario {
  fileprivate func lines(saying failure: String?) -> String {
    guard isBroken, let failure else {
      return wasReached ? "  ✓ \(name)" : "  · \(name): was not asked again"
    }
    let reason = failure.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n      ")
    return "  ✗ \(name)\n      \(reason)\n      → only: \(name.swiftLiteral)"
  }
}

/// The error of an exploration that has found broken scenarios.
public struct ExplorationError: LocalizedError, CustomStringConvertible, Sendable {
  /// All scenarios.
  public let report: ExplorationReport

  /// A table of the scenarios, without failures that the test has got; of many, only the broken ones.
  public var description: String { report.news }
  /// Equal to `description`.
  public var errorDescription: String? { description }
}

/// The reason why an exploration could not begin.
struct ExplorationMistake: LocalizedError, CustomStringConvertible {
  let description: String
  var errorDescription: String? { description }
}

public import Foundation
import StubKit

/// Which scenarios an exploration has run, and what was wrong with them.
public struct ExplorationReport: Sendable, CustomStringConvertible {
  /// One run of the operation.
  public struct Scenario: Sendable {
    /// What was done in it, for `only:`.
    public let name: String
    /// What was wrong first; nil if nothing was.
    public let failure: String?
    /// Whether the test was told in a message of its own.
    let isTold: Bool
    /// Whether the fault happened; the request may not have been made any more.
    let wasReached: Bool

    /// Whether something was wrong.
    public var isBroken: Bool { failure != nil }
  }

  /// The scenarios, in the order in which they ran; the same in every run.
  public let scenarios: [Scenario]
  /// The number of scenarios without a limit, if that is known.
  let total: Int?
  let seed: UInt64

  /// The scenarios with which something was wrong.
  public var broken: [Scenario] { scenarios.filter(\.isBroken) }

  /// A table with a line for each scenario, and for each broken one what was wrong and how to repeat it.
  public var description: String { table(of: scenarios) { $0.failure } }

  /// The table for a test: each failure once, and of many scenarios only the broken ones.
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

  /// The table of the scenarios: of many only the broken ones, without what the test was told of them.
  public var description: String { report.news }
  /// The same as `description`.
  public var errorDescription: String? { description }
}

/// The reason why an exploration could not begin.
struct ExplorationMistake: LocalizedError, CustomStringConvertible {
  let description: String
  var errorDescription: String? { description }
}

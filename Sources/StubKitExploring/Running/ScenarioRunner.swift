import Foundation
import StubKit

/// Runs one scenario after the other: each with a registry and a clock of its own.
struct ScenarioRunner: Sendable {
  typealias Operation = @Sendable (StubRegistry) async throws -> Void

  let operation: Operation
  let location: StubLocation
  let limits: ScenarioLimits

  /// What became of a scenario.
  struct Run: Sendable {
    let scenario: RunningScenario
    /// The exchanges that were asked.
    let names: ExchangeNames
    /// Whether the operation was one task that made one request after the other.
    let wasLone: Bool
    /// The stubs that were never used, of which nothing is expected in particular.
    let unused: [StubIssue]

    /// What was wrong first.
    var failure: RunningScenario.Failure? { scenario.failure }
  }

  /// Runs a scenario.
  ///
  /// - Parameters:
  ///   - remark: Says which it is, for an assertion that fails in it; nil if only its end tells.
  ///   - plain: The one without a fault; nil for that.
  ///   - play: What happens in it.
  func run(_ remark: String?, after plain: Run?, playing play: any ScenarioPlay)
    async throws -> Run
  {
    let scenario = RunningScenario(remark, within: .current)
    let director = Director(
      names: ExchangeNames(after: plain?.names), limits: limits)
    let registry = StubRegistry.beginScope(unmatched: nil, network: nil, clock: director.clock)
    defer { registry.endScope() }
    registry.place(at: location)
    registry.beDirected(by: director)
    let test = registry.reporter
    registry.reportIssues(to: scenario.reporter)
    let watch = AssertionWatch.current
    let task = JobLane.$current.withValue(director.lane) {
      registry.surrounding {
        Task { [operation] in
          do {
            try await watch.perform(scenario) {
              scenario.begins(toldTo: test)
              try await operation(registry)
            }
            director.operationEnded(.success(()))
          } catch {
            director.operationEnded(.failure(error))
          }
        }
      }
    }
    let ending = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        BlockingWork.perform { continuation.resume(returning: play.drive(director)) }
      }
    } onCancel: {
      director.cancel()
    }
    if let text = failure(of: ending, registry) { scenario.note(.init(text: text)) }
    if case .returned = ending {} else { task.cancel() }
    let unused = play.hasFault ? registry.neverUsed : checkCounts(of: registry, in: scenario)
    for issue in registry.issuesAboutLost { registry.report(issue) }
    scenario.end()
    director.retire()
    registry.reportIssues(to: nil)
    if case .cancelled = ending { throw CancellationError() }
    return Run(
      scenario: scenario, names: director.names, wasLone: director.wasLone, unused: unused)
  }

  /// Notes if a stub was not asked as often as is written, and returns those that were never used.
  private func checkCounts(of registry: StubRegistry, in scenario: RunningScenario) -> [StubIssue] {
    // Where something else is wrong, the rest may not have been got to.
    guard scenario.failure == nil else { return [] }
    let issues = registry.issuesAboutCounts(includingTold: true)
    let broken = issues.filter { $0.kind != .unused }
    if !broken.isEmpty {
      scenario.note(.init(text: broken.map(\.text).joined(separator: "\n")))
    }
    return issues.filter { $0.kind == .unused }
  }
}

extension ScenarioRunner {
  /// What is wrong with how a scenario ended; nil if nothing is.
  private func failure(of ending: Director.Ending, _ registry: StubRegistry) -> String? {
    switch ending {
    case .returned, .cancelled: return nil
    case .threw(let error): return "The operation threw: \(StubIssue.text(of: error))"
    case .hung(isBusy: true):
      return unended(
        "a thread of it neither ends nor waits for anything that is known here", registry)
    case .hung(isBusy: false):
      return unended(
        "nothing is under way, and nothing is due on `registry.clock`", registry,
        remark: "What waits in real time has to be given that clock, or more `patience:`.")
    case .endless(let bound):
      return unended(
        "it always has something more to do", registry, remark: limits.remark(on: bound))
    }
  }

  /// That the operation does not end, and what it has asked.
  private func unended(
    _ reason: String, _ registry: StubRegistry, remark: String? = nil
  ) -> String {
    let exchanges = registry.exchanges
    let shown = 10
    var lines = registry.saying { exchanges.prefix(shown).map(\.endingLine) }
    if exchanges.count > shown { lines.append("… and \(exchanges.count - shown) more") }
    let said = lines.map { "\n    \($0)" }.joined()
    let list = registry.cleaner(of: exchanges)?.clean(said) ?? said
    return "The operation does not end: \(reason)."
      + (list.isEmpty ? " It has asked nothing." : " It has asked:\(list)")
      + (remark.map { "\n  → \($0)" } ?? "")
  }
}

extension StubExchange {
  /// The request, how it ended and when, in a line.
  fileprivate var endingLine: String {
    let ending = response.map { "\($0.status)" } ?? error?.localizedDescription ?? "\(outcome)"
    let time = duration.map { " after \($0)" } ?? ""
    return "\(request) → \(ending)\(time)".withVisibleControls
  }
}

/// What happens in a scenario.
protocol ScenarioPlay: Sendable {
  /// Whether an answer is not what it would have been, so that nothing need go on as expected.
  var hasFault: Bool { get }
  /// Lets things happen until the operation has ended, or never will.
  func drive(_ director: Director) -> Director.Ending
}

extension StubRegistry {
  /// The stubs that were never used, of which nothing is expected in particular.
  fileprivate var neverUsed: [StubIssue] {
    unusedStubs.filter(\.expected.isUsual).map {
      StubIssue(about: $0, askedOnly: 0, remarks: [])
    }
  }
}

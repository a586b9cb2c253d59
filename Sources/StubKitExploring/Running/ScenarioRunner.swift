import Foundation
import StubKit

struct ScenarioRunner: Sendable {
  typealias Operation = @Sendable (StubRegistry) async throws -> Void
  typealias Play = @Sendable (Director) -> Director.Ending

  let operation: Operation
  let location: StubLocation
  let limits: ScenarioLimits
  /// Whether the test was told of a request that failed after its scenario.
  let hasWarnedOfLate = Locked(false)

  struct Run: Sendable {
    let scenario: RunningScenario
    let names: KnownNames
    let wasLone: Bool
    /// Whether the registry still has the scenario's clock at the end.
    let keepsClock: Bool
    /// The unused stubs without an expected count.
    let unused: [StubIssue]

    var failure: RunningScenario.Failure? { scenario.failure }
  }

  /// `remark` names the scenario for failed assertions, and is nil if the name is known only at the
  /// end; `plain` is the run with every answer as it is, and nil for that run itself.
  func run(
    _ remark: String?, after plain: Run?, hasFault: Bool = false, playing play: @escaping Play
  ) async throws -> Run {
    let scenario = RunningScenario(remark, within: .current)
    let director = Director(
      names: ExchangeNames(after: plain?.names), limits: limits)
    let registry = StubRegistry.beginScope(unmatched: nil, network: nil, clock: director.clock)
    defer { registry.endScope() }
    registry.place(at: location)
    registry.beDirected(by: director)
    let test = registry.reporter
    registry.reportIssues(to: scenario.reporter)
    let library = TestingLibrary.current
    let task = JobLane.$current.withValue(director.lane) {
      registry.surrounding {
        Task { [operation] in
          do {
            try await library.performScenario(scenario) {
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
        BlockingWork.perform { continuation.resume(returning: play(director)) }
      }
    } onCancel: {
      director.cancel()
    }
    if let text = failure(of: ending, registry) { scenario.note(.init(text: text)) }
    if case .returned = ending {} else { task.cancel() }
    let unused = hasFault ? registry.neverUsed : checkCounts(of: registry, in: scenario)
    for issue in registry.lost.issues { registry.report(issue) }
    await registry.judgeWholeElsewhere()
    scenario.end()
    director.retire()
    registry.reportIssues(to: scenario.lateReporter(at: location, unless: hasWarnedOfLate))
    if case .cancelled = ending { throw CancellationError() }
    return Run(
      scenario: scenario, names: KnownNames(director.names), wasLone: director.wasLone,
      keepsClock: registry.clock as? ManualClock === director.clock, unused: unused)
  }

  private func checkCounts(of registry: StubRegistry, in scenario: RunningScenario) -> [StubIssue] {
    // After a failure the operation may not have come to the missing requests.
    guard scenario.failure == nil else { return [] }
    let issues = registry.issuesAboutCounts(includingTold: true)
    let broken = issues.filter { $0.kind != .unused }
    if !broken.isEmpty {
      scenario.note(.init(text: broken.map(\.text).joined(separator: "\n")))
    }
    return issues.filter { $0.kind == .unused }
  }

  private func failure(of ending: Director.Ending, _ registry: StubRegistry) -> String? {
    switch ending {
    case .returned, .cancelled: return nil
    case .threw(let error): return "The operation threw: \(StubIssue.text(of: error))"
    case .hung(isBusy: true):
      return unended(
        "one of its threads neither ends nor waits for anything that StubKit knows of", registry)
    case .hung(isBusy: false):
      return unended(
        "nothing is under way, and nothing is due on `registry.clock`", registry,
        remark:
          "What waits in real time or on another clock needs `registry.clock` or more `patience:`.")
    case .endless(let bound):
      return unended(
        "it always has something more to do", registry, remark: limits.remark(on: bound))
    }
  }

  private func unended(
    _ reason: String, _ registry: StubRegistry, remark: String? = nil
  ) -> String {
    let exchanges = registry.exchanges
    let shown = 10
    var lines = registry.saying { exchanges.prefix(shown).map(\.endingLine) }
    if exchanges.count > shown { lines.append("… and \(exchanges.count - shown) more") }
    let list = registry.clean(lines.map { "\n    \($0)" }.joined(), on: exchanges)
    return "The operation does not end: \(reason)."
      + (list.isEmpty ? " It has asked nothing." : " It has asked:\(list)")
      + (remark.map { "\n  → \($0)" } ?? "")
  }
}

extension StubExchange {
  fileprivate var endingLine: String {
    let ending = response.map { "\($0.status)" } ?? error?.localizedDescription ?? "\(outcome)"
    let time = duration.map { " after \($0)" } ?? ""
    return "\(request) → \(ending)\(time)".withVisibleControls
  }
}

extension StubRegistry {
  fileprivate var neverUsed: [StubIssue] {
    unusedStubs.filter(\.expected.isUsual).map {
      StubIssue(about: $0, askedOnly: 0, remarks: [])
    }
  }
}

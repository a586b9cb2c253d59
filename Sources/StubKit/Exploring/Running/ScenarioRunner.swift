import Foundation

/// Runs one scenario after the other: each with a registry and a clock of its own.
struct ScenarioRunner: Sendable {
  typealias Operation = @Sendable (StubRegistry) async throws -> Void

  let operation: Operation
  let location: StubLocation
  let patience: Duration

  /// What became of a scenario.
  struct Run: Sendable {
    /// What was wrong first, in words; nil if nothing was.
    let failure: String?
    /// Whether a test was told of it already.
    var isTold: Bool
    /// The exchanges that were asked, in their order.
    let keys: [ExchangeNames.Key]
    /// What is wrong with how often the stubs were used.
    let counts: [StubIssue]
  }

  /// Runs a scenario.
  ///
  /// - Parameters:
  ///   - scenario: Its name, for an assertion that fails in it; nil for the one without a fault.
  ///   - plain: The exchanges of the one without a fault.
  ///   - play: What happens in it.
  func run(_ scenario: String?, after plain: [ExchangeNames.Key]?, playing play: any ScenarioPlay)
    async throws -> Run
  {
    let director = Director(names: ExchangeNames(plain: plain), patience: patience)
    let registry = StubRegistry.beginScope(unmatched: nil, network: nil, clock: director.clock)
    defer { registry.endScope() }
    registry.place(at: location)
    registry.beDirected(by: director)
    registry.reportIssues(to: director.reporter)
    let watch = AssertionWatch.current
    let notes = Locked<[String]>([])
    let task = JobLane.$current.withValue(director.lane) {
      registry.surrounding {
        Task { [operation] in
          do {
            try await watch.performing(in: scenario, { try await operation(registry) }) { note in
              // What fails because of what StubKit has found wrong is that.
              guard director.failure == nil else { return false }
              return notes.withLock { notes in
                defer { notes.append(note) }
                return notes.isEmpty
              }
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
    if case .returned = ending {} else { task.cancel() }
    let exchanges = registry.exchanges
    director.retire()
    registry.reportIssues(to: nil)
    if case .cancelled = ending { throw CancellationError() }
    let assertion = notes.withLock { $0.first }
    return Run(
      failure: assertion ?? director.failure?.text ?? failure(of: ending, exchanges),
      isTold: assertion != nil && watch.tells, keys: director.keys,
      counts: registry.issuesAboutCounts(includingTold: true))
  }

  /// What is wrong with how a scenario ended.
  private func failure(of ending: Director.Ending, _ exchanges: [StubExchange]) -> String? {
    switch ending {
    case .returned, .cancelled: return nil
    case .threw(let error): return "The operation threw: \(StubIssue.text(of: error))"
    case .hung(isBusy: true):
      return unended(
        "a thread of it neither ends nor waits for anything that is known here", exchanges)
    case .hung(isBusy: false):
      return unended(
        "nothing is under way, and nothing is due on `registry.clock`", exchanges,
        remark: "What waits in real time has to be given that clock, or more `patience:`.")
    case .endless:
      return unended("it always has something more to do", exchanges)
    }
  }
}

extension ScenarioRunner {
  /// That the operation does not end, and what it has asked.
  private func unended(
    _ reason: String, _ exchanges: [StubExchange], remark: String? = nil
  ) -> String {
    let shown = 10
    var lines = exchanges.prefix(shown).map(\.endingLine)
    if exchanges.count > shown { lines.append("… and \(exchanges.count - shown) more") }
    let list = lines.map { "\n    \($0)" }.joined()
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
  /// Lets things happen until the operation has ended, or never will.
  func drive(_ director: Director) -> Director.Ending
}

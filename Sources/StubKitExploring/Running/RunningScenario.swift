import StubKit

/// A running scenario; only its first failure counts, since others may follow from it.
final class RunningScenario: WatchedScenario {
  struct Failure: Sendable {
    let text: String
    var hearing = Hearing.none
  }

  /// What the test was told of a failure.
  enum Hearing {
    case none
    /// The failure, but not the scenario's name.
    case nameless
    case all
  }

  typealias Telling = @Sendable (_ remark: String) -> Void

  private struct State {
    var remark: String?
    var failure: Failure?
    var telling: Telling?
    var surroundings: IssueReporter?
    var isOver = false
  }

  private let state: Locked<State>
  /// The registry around the exploration, which receives warnings.
  private let surrounding: StubRegistry

  /// `remark` names the scenario; nil if its name is known only at its end.
  init(_ remark: String?, within surrounding: StubRegistry) {
    state = Locked(State(remark: remark))
    self.surrounding = surrounding
  }

  package var isOver: Bool { state.withLock { $0.isOver } }

  func end() {
    let surroundings = state.withLock { state in
      state.isOver = true
      return state.surroundings.take()
    }
    // The surroundings may hold a user's objects, which are released outside of the lock.
    withExtendedLifetime(surroundings) {}
  }

  /// Keeps the surroundings of this call, in which the operation begins.
  func begins(toldTo reporter: IssueReporter?) {
    let surroundings = reporter?.here
    state.withLock { if !$0.isOver { $0.surroundings = surroundings } }
  }

  var failure: Failure? { state.withLock { $0.failure } }

  package func noteAssertion(_ words: String, telling: @escaping Telling) -> String? {
    state.withLock { state in
      guard state.failure == nil else { return nil }
      state.failure = Failure(text: words, hearing: state.remark == nil ? .none : .all)
      if state.remark == nil { state.telling = telling }
      return state.remark
    }
  }

  package func noteHeardAssertion(_ words: String) {
    note(Failure(text: words, hearing: .nameless))
  }

  /// Notes a failure; false if a failure with another text came first.
  @discardableResult
  func note(_ failure: Failure) -> Bool {
    state.withLock { state in
      if state.failure == nil { state.failure = failure }
      return state.failure?.text == failure.text
    }
  }

  var reporter: IssueReporter {
    let tell: IssueReporter.Tell = { [weak self] in self?.note($0) ?? .dropped }
    return IssueReporter(tell: tell) { [weak self] in
      self?.surroundings?.here.telling(tell)
    } performing: { [weak self] work in
      (self?.surroundings).perform(work)
    }
  }

  /// Warns of a request that fails after the scenario, whose outcome stays, unless `isTold` is set.
  func lateReporter(at location: StubLocation, unless isTold: Locked<Bool>) -> IssueReporter {
    IssueReporter { [state, surrounding] issue in
      guard issue.kind.isAnswer, !isTold.withLock({ exchange(&$0, for: true) }) else {
        return .dropped
      }
      let remark = state.withLock(\.remark).map { " \($0)" } ?? ""
      let advice = "It was made\(remark), and failed when that was over: "
      return surrounding.report(
        StubIssue(
          kind: .remark, text: "\(issue.text)\n  → \(advice)`await` what makes the request.",
          location: location))
    }
  }

  private var surroundings: IssueReporter? { state.withLock { $0.surroundings } }

  private func note(_ issue: StubIssue) -> IssueReporter.Reception {
    if issue.kind.isWarning { return surrounding.report(issue) }
    // Counts are checked once the scenario is over.
    guard !issue.kind.isAboutCounts, note(Failure(text: issue.text)) else { return .dropped }
    // The test hears of the issue when the scenario is over.
    return .failed
  }

  func tell(_ remark: String) {
    let telling = state.withLock { state in
      state.remark = remark
      if state.telling != nil { state.failure?.hearing = .all }
      return state.telling.take()
    }
    telling?(remark)
  }
}

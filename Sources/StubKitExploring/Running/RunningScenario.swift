import StubKit

/// A scenario while it runs: what goes wrong first breaks it, and the rest follows from that.
final class RunningScenario: WatchedScenario {
  /// What was wrong.
  struct Failure: Sendable {
    let text: String
    var hearing = Hearing.none
  }

  /// What the test has heard of a failure.
  enum Hearing {
    case none
    /// What was wrong, but not in which scenario.
    case nameless
    case all
  }

  /// Tells the test of an assertion that was kept back, with a remark that says in which scenario.
  typealias Telling = @Sendable (_ remark: String) -> Void

  private struct State {
    var remark: String?
    var failure: Failure?
    var telling: Telling?
    /// Runs closures as the operation's own, for which the registry is that of the scenario.
    var surroundings: IssueReporter?
    var isOver = false
  }

  private let state: Locked<State>
  /// Hears of what breaks nothing.
  private let surrounding: StubRegistry

  /// - Parameters:
  ///   - remark: Says which scenario it is; nil if only its end tells.
  ///   - surrounding: The registry around the exploration.
  init(_ remark: String?, within surrounding: StubRegistry) {
    state = Locked(State(remark: remark))
    self.surrounding = surrounding
  }

  /// Whether nothing of it counts any more.
  package var isOver: Bool { state.withLock { $0.isOver } }

  /// Notes that nothing of it counts any more.
  func end() {
    let surroundings = state.withLock { state in
      state.isOver = true
      return state.surroundings.take()
    }
    // What it holds may be the user's, and ends outside of the lock.
    withExtendedLifetime(surroundings) {}
  }

  /// The operation begins where this is called.
  ///
  /// - Parameter reporter: That of the test around.
  func begins(toldTo reporter: IssueReporter?) {
    let surroundings = reporter?.here
    state.withLock { if !$0.isOver { $0.surroundings = surroundings } }
  }

  /// What was wrong first.
  var failure: Failure? { state.withLock { $0.failure } }

  /// Notes that an assertion has failed, and returns the remark with which the test is to be told now.
  ///
  /// - Parameters:
  ///   - words: What failed, and where.
  ///   - telling: Tells the test once it is known which scenario this is.
  package func noteAssertion(_ words: String, telling: @escaping Telling) -> String? {
    state.withLock { state in
      guard state.failure == nil else { return nil }
      state.failure = Failure(text: words, hearing: state.remark == nil ? .none : .all)
      if state.remark == nil { state.telling = telling }
      return state.remark
    }
  }

  /// Notes that an assertion has failed of which the test has heard.
  package func noteHeardAssertion(_ words: String) {
    note(Failure(text: words, hearing: .nameless))
  }

  /// Notes what was wrong; false if something else was wrong before.
  @discardableResult
  func note(_ failure: Failure) -> Bool {
    state.withLock { state in
      if state.failure == nil { state.failure = failure }
      return state.failure?.text == failure.text
    }
  }

  /// Notes what StubKit finds wrong, and runs closures as the operation's own.
  var reporter: IssueReporter {
    let tell: IssueReporter.Tell = { [weak self] in self?.note($0) ?? .dropped }
    return IssueReporter(tell: tell) { [weak self] in
      self?.surroundings?.here.telling(tell)
    } performing: { [weak self] work in
      (self?.surroundings).perform(work)
    }
  }

  private var surroundings: IssueReporter? { state.withLock { $0.surroundings } }

  private func note(_ issue: StubIssue) -> IssueReporter.Reception {
    if issue.kind.isWarning { return surrounding.report(issue) }
    // How often a stub was used is looked at once the scenario is over.
    guard !issue.kind.isAboutCounts, note(Failure(text: issue.text)) else { return .dropped }
    // The test will be told, since it breaks the scenario.
    return .failed
  }

  /// Tells the test of an assertion that was kept back.
  func tell(_ remark: String) {
    let telling = state.withLock { state in
      state.remark = remark
      if state.telling != nil { state.failure?.hearing = .all }
      return state.telling.take()
    }
    telling?(remark)
  }
}

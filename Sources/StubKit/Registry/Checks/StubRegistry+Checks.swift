extension StubRegistry {
  /// The checks that judge every exchange of the registry.
  ///
  /// A scope inherits the checks of the scope around it.
  public var checks: [any ExchangeCheck] {
    get { state.withLock { $0.settings.checks } }
    set {
      if !newValue.isEmpty { ProcessUse.note(.checks) }
      state.replace(\.settings.checks, with: newValue)
    }
  }

  /// Sets the checks from now on and after each reset; without any, those of the scope around stay.
  package func begin(checking checks: [any ExchangeCheck]) {
    if checks.isEmpty { return }
    self.checks = checks
    state.withLock { $0.initialSettings.checks = checks }
  }

  /// Throws one error that lists all problems these checks find in the exchanges so far, if any.
  ///
  /// ```swift
  /// try registry.verify(against: HasTraceID())
  /// ```
  /// The test is told of warnings, which are not thrown.
  public func verify(against checks: any ExchangeCheck...) throws {
    let exchanges = exchanges
    let ended = exchanges.filter { $0.outcome != .pending }
    let issues = objections(of: checks, toEach: ended, toAll: exchanges)
    for issue in issues where issue.kind.isWarning { tell(issue) }
    let errors = Self.counted(issues.filter { !$0.kind.isWarning })
    if !errors.isEmpty { throw StubVerificationError(errors, in: self) }
  }

  /// Runs a user's checks, so never call it under a lock.
  func judge(_ exchanges: [StubExchange], tellingTo reporter: IssueReporter?) {
    if !exchanges.isEmpty { object(objections(of: checks, toEach: exchanges), to: reporter) }
  }

  package func judgeWholeElsewhere() async {
    guard hasChecks else { return }
    await withUnsafeContinuation { continuation in
      BlockingWork.perform {
        self.judgeWhole()
        continuation.resume()
      }
    }
  }

  func judgeWhole() {
    guard hasChecks, !state.replace(\.isJudged, with: true) else { return }
    object(objections(of: checks, toAll: exchanges), to: nil)
  }

  package func tell(_ problems: [ExchangeProblem]) {
    object(saying { problems.map { StubIssue(about: $0, with: nil) } }, to: nil)
  }

  private func object(_ issues: [StubIssue], to reporter: IssueReporter?) {
    for issue in issues {
      keep(issue)
      if report(issue, to: reporter) == .nobody, issue.kind.isWarning {
        issue.writeToStandardError()
      }
    }
  }

  /// Keeps an issue for `verify()`, unless it is a warning.
  package func keep(_ issue: StubIssue) {
    if issue.kind.isWarning { return }
    state.withLock { if $0.objections.count < 100 { $0.objections.append(issue) } }
  }

  private func objections(
    of checks: [any ExchangeCheck], toEach exchanges: [StubExchange] = [],
    toAll all: [StubExchange]? = nil
  ) -> [StubIssue] {
    saying {
      checks.flatMap { check in
        exchanges.flatMap { exchange in
          check.problems(with: exchange).map { StubIssue(about: $0, with: exchange) }
        } + (all.map(check.problems(withAll:)) ?? []).map { StubIssue(about: $0, with: nil) }
      }
    }
  }
}

extension StubRegistry {
  /// What is said of secrets in this registry's reports and in its scope.
  package var discretion: Discretion { state.withLock(\.settings.discretion) }

  /// Says from the beginning what is said of secrets; it is said again after a reset.
  package func begin(with discretion: Discretion) {
    if discretion.showsSecrets || discretion.redaction != .standard { Self.findDiscretion() }
    state.withLock { $0.begin(with: discretion) }
  }

  /// Has whatever prints a request ask the scope around it.
  static func findDiscretion() {
    Discretion.find { current.discretion }
  }

  /// Says whether secrets are shown from the beginning, and again after a reset.
  ///
  /// - Parameter setting: How the test has them shown, as it is written.
  package func begin(showingSecrets showsSecrets: Bool, by setting: String) {
    var discretion = discretion
    (discretion.showsSecrets, discretion.setting) = (showsSecrets, setting)
    begin(with: discretion)
  }

  /// What is said of secrets in this registry's reports.
  var discretionOfReports: Discretion {
    var discretion = discretion
    // Weakly: a task that a user's handler of events begins may live for long.
    discretion.written = { [weak self] values in self?.written(among: values) ?? [] }
    return discretion
  }

  /// Makes a report: it says no secret but what the test has written.
  package func saying<Result>(_ make: () throws -> Result) rethrows -> Result {
    try Discretion.$ofReport.withValue(discretionOfReports, operation: make)
  }

  /// What takes out of a report on several requests what one of them says and another gives away.
  package func cleaner(of exchanges: [StubExchange]) -> SecretCleaner? {
    discretionOfReports.cleaner(
      of: exchanges.map(\.request), answered: exchanges.compactMap(\.response?.headers))
  }

  /// Which of some values stand in the conditions and responses that the test has written.
  private func written(among values: Set<[UInt8]>) -> Set<[UInt8]> {
    guard !values.isEmpty else { return [] }
    let stubs = state.withLock { $0.index.stubs + $0.usedUp }.suffix(500)
    // A shorter one would be found by chance in any body, and one with a scheme stands in none.
    let long = values.filter { $0.count >= 6 }
    var (found, answered): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    for stub in stubs {
      found.formUnion(Discretion.named(values, in: stub.condition.description))
      guard case .value(let response) = stub.responder else { continue }
      response.visitWritten { answered.formUnion(Discretion.named(long, in: $0)) }
    }
    let credentials = values.filter { value in
      Redactor.credential(in: value).map { answered.contains(Array(value[$0...])) } ?? false
    }
    return found.union(answered).union(credentials)
  }
}

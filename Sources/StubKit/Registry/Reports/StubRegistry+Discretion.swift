extension StubRegistry {
  package var discretion: Discretion { state.withLock(\.settings.discretion) }

  /// Sets the discretion from now on, and after each reset.
  package func begin(with discretion: Discretion) {
    if discretion.showsSecrets || discretion.redaction != .standard { Self.findDiscretion() }
    state.withLock {
      ($0.settings.discretion, $0.initialSettings.discretion) = (discretion, discretion)
    }
  }

  /// Makes the description of a request follow the discretion of the scope that prints it.
  static func findDiscretion() { Discretion.find { current.discretion } }

  package var discretionOfReports: Discretion {
    var discretion = discretion
    // Weak, because a task that an event handler begins may keep this value for long.
    discretion.written = { [weak self] values in self?.written(among: values) ?? [] }
    return discretion
  }

  /// Runs `make` with secrets hidden, except for those that the test has written.
  package func saying<Result>(_ make: () throws -> Result) rethrows -> Result {
    try Discretion.$ofReport.withValue(discretionOfReports, operation: make)
  }

  /// Cleans a report on several requests, one of which may give away another's secret.
  package func clean(_ report: String, on exchanges: [StubExchange]) -> String {
    let cleaner = discretionOfReports.cleaner(
      of: exchanges.map(\.request), answered: exchanges.compactMap(\.response?.headers))
    return cleaner?.clean(report) ?? report
  }

  private func written(among values: Set<[UInt8]>) -> Set<[UInt8]> {
    guard !values.isEmpty else { return [] }
    let stubs = state.withLock { $0.index.stubs + $0.usedUp }.suffix(500)
    // A shorter value would be found in any body by chance.
    let long = values.filter { $0.count >= 6 }
    var (found, answered): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    for stub in stubs {
      found.formUnion(Discretion.named(values, in: stub.condition.description))
      guard case .value(let response) = stub.responder else { continue }
      response.visitWritten { answered.formUnion(Discretion.named(long, in: $0)) }
    }
    return found.union(answered)
  }
}

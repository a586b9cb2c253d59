extension StubRegistry {
  /// Runs the operation of a scope with a simulated clock on a lane: that of the outer scope, if it has
  /// one.
  func inLane<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    guard let rest else { return try await operation() }
    // A task that outlives its scope is still on that scope's lane.
    let around = JobLane.current.flatMap { $0.isClosed ? nil : $0 }
    let isNew = around == nil
    let lane = around ?? JobLane(relievingItself: true)
    if let outer = restAround { rest.nest(within: outer) }
    rest.noteScope()
    rest.add(lane)
    defer {
      rest.remove(lane)
      if isNew { lane.close() }
    }
    guard isNew else { return try await operation() }
    await lane.enter(isolation: isolation)
    return try await JobLane.$current.withValue(lane, operation: operation, isolation: isolation)
  }

  /// The rest of the nearest scope around this one that has a simulated clock.
  private var restAround: Rest? {
    var outer = ScopeDirectory.scope(around: self)
    while let registry = outer, registry.rest == nil {
      outer = ScopeDirectory.scope(around: registry)
    }
    return outer?.rest
  }
}

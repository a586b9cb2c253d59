extension StubRegistry {
  /// Runs the operation of a scope, in simulated time on a lane: that of the scope around it, if it has one.
  func inLane<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    guard let rest else { return try await operation() }
    // A task that outlives its scope is still on that one's lane.
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

  /// What has to be at rest for the time of the nearest scope around this one that is simulated.
  private var restAround: Rest? {
    var outer = ScopeDirectory.scope(around: self)
    while let registry = outer, registry.rest == nil {
      outer = ScopeDirectory.scope(around: registry)
    }
    return outer?.rest
  }
}

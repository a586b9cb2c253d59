import Testing

/// Waits until a condition holds; after ten minutes this is an issue at the caller's line.
func until(
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () throws -> Bool
) async rethrows {
  let end = ContinuousClock.now + .seconds(600)
  while try !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("It has not come true in ten minutes.", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}

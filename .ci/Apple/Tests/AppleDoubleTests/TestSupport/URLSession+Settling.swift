import AppleFoundation

extension URLSession {
  /// Whether the session lets go of all its tasks, a moment after its delegate has heard of the last.
  func letsGoOfItsTasks(within time: Duration = .seconds(10)) async -> Bool {
    let deadline = ContinuousClock.now + time
    while await !allTasks.isEmpty {
      guard ContinuousClock.now < deadline else { return false }
      await Task.yield()
    }
    return true
  }
}

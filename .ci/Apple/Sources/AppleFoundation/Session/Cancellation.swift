import AppleObjectiveC

/// Passes a cancellation on to a task, also one that comes before the task is made.
final class Cancellation: Sendable {
  private let state = Guarded<(hasHappened: Bool, task: URLSessionTask?)>((false, nil))

  func cover(_ task: URLSessionTask) {
    let isLate = state.withLock { state in
      state.task = task
      return state.hasHappened
    }
    if isLate { task.cancel() }
  }

  func happen() {
    let task = state.withLock { state in
      state.hasHappened = true
      return state.task
    }
    task?.cancel()
  }
}

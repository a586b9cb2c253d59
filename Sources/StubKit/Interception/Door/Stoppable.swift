/// Work for a request that can be stopped.
protocol Stoppable {
  func stop()
}

extension SimulatedTime.Sleep: Stoppable {}

extension Task: Stoppable {
  /// Cancels on another thread: a user's cancellation handler runs inside of `cancel()`, and may wait for
  /// the very queue that the client's context is.
  func stop() {
    BlockingWork.perform { cancel() }
  }
}

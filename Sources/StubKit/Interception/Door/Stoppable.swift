/// Something that goes on for a request and can be stopped.
protocol Stoppable {
  func stop()
}

extension SimulatedSleep: Stoppable {}

extension Task: Stoppable {
  /// Cancels it elsewhere: what is done when it is cancelled may be a user's, and may wait for the very
  /// queue that the client's context is.
  func stop() {
    BlockingWork.perform { cancel() }
  }
}

/// One request of a task, performed by a protocol or by the network.
protocol Hop: AnyObject, Sendable {
  /// Begins; what happens is told to the task's loading.
  func start()

  /// Says that the delegate takes the redirect itself as the response.
  func refuseRedirect()

  /// Ends, if that has not happened yet; nothing that is said afterwards counts.
  func stop()
}

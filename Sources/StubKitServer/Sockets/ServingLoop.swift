/// Runs a server's work serially; all methods but `perform` and `stop` are called on the loop.
protocol ServingLoop: AnyObject, Sendable {
  /// Blocks run in order, and even after `stop`, since another thread may wait for their effect.
  func perform(_ block: @escaping @Sendable () -> Void)

  func add(_ wire: Wire)
  /// To be called when `wantsToRead` or `wantsToWrite` has changed.
  func update(_ wire: Wire)
  /// Also closes the wire's socket, and then calls `done`.
  func remove(_ wire: Wire, whenClosed done: @escaping () -> Void)
  func set(_ deadline: ContinuousClock.Instant?, for wire: Wire)

  var buffer: UnsafeMutableRawBufferPointer { get }

  /// Not to be called on the loop; returns when all blocks have run and removed wires are closed.
  func stop()
}

extension ServingLoop {
  func remove(_ wire: Wire) { remove(wire) {} }
}

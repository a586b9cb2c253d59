/// Watches the sockets of a server, and runs all work of the server, one thing after another.
///
/// All methods but `perform` and `stop` are called on the loop.
protocol ServingLoop: AnyObject, Sendable {
  /// Runs a block on the loop, after those that came before.
  ///
  /// A block is run even after the loop has stopped, since another thread may wait for its effect.
  func perform(_ block: @escaping @Sendable () -> Void)

  func add(_ wire: Wire)
  /// Tells the loop that a wire's `wantsToRead` or `wantsToWrite` has changed.
  func update(_ wire: Wire)
  /// Stops calling a wire and closes its socket; `done` is called when the socket is closed.
  func remove(_ wire: Wire, whenClosed done: @escaping () -> Void)
  /// Sets when the wire's `deadlinePassed()` is called; nil for never.
  func set(_ deadline: ContinuousClock.Instant?, for wire: Wire)

  /// The memory into which wires receive bytes.
  var buffer: UnsafeMutableRawBufferPointer { get }

  /// Stops when all blocks have run, and returns when every socket is closed. Not to be called on the loop.
  func stop()
}

extension ServingLoop {
  func remove(_ wire: Wire) { remove(wire) {} }
}

/// Where the sockets of a server are watched, and where all of the server happens, one thing after another.
///
/// All but `perform` and `stop` is called on the loop.
protocol ServingLoop: AnyObject, Sendable {
  /// Runs a block on the loop, after those that came before.
  ///
  /// When the loop has stopped, it is run all the same, since somebody may wait for what it does.
  func perform(_ block: @escaping @Sendable () -> Void)

  func add(_ wire: Wire)
  /// To be called when what a wire wants has changed.
  func update(_ wire: Wire)
  /// Closes the socket of a wire, which is not called any more, and says when it is closed.
  func remove(_ wire: Wire, whenClosed done: @escaping () -> Void)
  /// Sets when a wire is called if nothing else happens to it; nil for never.
  func set(_ deadline: ContinuousClock.Instant?, for wire: Wire)

  /// Memory for what is received next.
  var buffer: UnsafeMutableRawBufferPointer { get }

  /// Stops when all blocks have run, and returns when every socket is closed. Not to be called on the loop.
  func stop()
}

extension ServingLoop {
  func remove(_ wire: Wire) { remove(wire) {} }
}

/// Keeps simulated time standing still while somebody is at work elsewhere, in real time.
///
/// Not for long: whoever does not come back soon is not at work but waits, perhaps for another request
/// on the same clock.
final class TimeHold: Sendable {
  /// How long, in real time.
  private static let patience = Duration.milliseconds(500)

  /// The time while it is held.
  private let held: Locked<SimulatedTime?>
  private let timer: RunningTimer

  /// Holds a time that stands still for the holder already.
  ///
  /// - Parameter giveUp: What is done when it has been held long enough; it has to end it.
  init(
    _ time: SimulatedTime,
    givingUp giveUp: @escaping @Sendable (SimulatedTime) -> Void = { $0.end() }
  ) {
    let held = Locked<SimulatedTime?>(time)
    self.held = held
    timer = RunningTimer(Self.patience) { held.withLock { $0.take() }.map(giveUp) }
    timer.start()
  }

  deinit {
    release()?.end()
  }

  /// The time, for somebody else to end, unless it is not held any more.
  func release() -> SimulatedTime? {
    timer.cancel()
    return held.withLock { $0.take() }
  }
}

extension Clock<Duration> {
  /// Sleeps for as long as this process could have done something.
  ///
  /// On a machine that is too busy to run anybody, or stopped in a debugger, nobody is to blame for
  /// being late. So it is slept bit by bit, and a bit counts once however long it took.
  func sleepWhileRunning(for duration: Duration) async throws {
    let bit = max(duration / 20, .milliseconds(50))
    var rest = duration
    while rest > .zero {
      try await sleep(for: Swift.min(bit, rest), tolerance: nil)
      rest -= bit
    }
  }
}

/// A task that waits until everything is at rest that belongs to a clock.
final class RestWait: RestSeeker {
  let rest: Rest
  /// When it is given up, in the time of the keeper, and in real time.
  private let (end, realEnd): (Duration, ContinuousClock.Instant)
  private let look: @Sendable () -> (isQuiet: Bool, changes: Int)
  private let continuation = Locked<UnsafeContinuation<Void, Never>?>(nil)

  /// - Parameters:
  ///   - patience: How long is waited, in real time in which the process could have come to rest; on a
  ///     machine that gets to nothing, up to ten minutes.
  ///   - look: Whether nobody is at work on the clock itself, and how often that has changed.
  init(
    for rest: Rest, atMost patience: Duration,
    lookingAtClock look: @escaping @Sendable () -> (isQuiet: Bool, changes: Int)
  ) {
    self.rest = rest
    (end, realEnd) = (Timekeeper.shared.time + patience, .now + patience * 120)
    self.look = look
  }

  /// Waits.
  func value() async {
    await withUnsafeContinuation { continuation in
      self.continuation.withLock { $0 = continuation }
      Timekeeper.shared.seek(self)
    }
  }

  var clock: (isQuiet: Bool, changes: Int) { look() }

  var isWanted: Bool {
    if Timekeeper.shared.time >= end || ContinuousClock.now >= realEnd { resume() }
    return continuation.withLock { $0 != nil }
  }

  func hasComeToRest(at count: Int) -> Bool {
    resume()
    return false
  }

  private func resume() {
    // What goes on is counted, and everything else is at rest until then.
    guard let waiting = continuation.withLock({ $0.take() }) else { return }
    rest.noteActivity()
    rest.surround { waiting.resume() }
  }
}

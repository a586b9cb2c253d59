/// A task that waits until everything is at rest that belongs to a clock.
final class RestWait: RestSeeker {
  let rest: Rest
  private let limit: FairLimit
  private let look: @Sendable () -> ClockLook
  private let continuation = Locked<UnsafeContinuation<Void, Never>?>(nil)

  /// - Parameters:
  ///   - duration: How long is waited; see `FairLimit`.
  ///   - look: Whether nobody is at work on the clock itself, and how often that has changed.
  init(
    for rest: Rest, atMost duration: Duration,
    lookingAtClock look: @escaping @Sendable () -> ClockLook
  ) {
    self.rest = rest
    limit = Timekeeper.shared.limit(of: duration)
    self.look = look
  }

  /// Waits.
  func value() async {
    await withUnsafeContinuation { continuation in
      self.continuation.withLock { $0 = continuation }
      Timekeeper.shared.seek(self)
    }
  }

  var clock: ClockLook { look() }

  var isWanted: Bool {
    if limit.isOver { resume() }
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

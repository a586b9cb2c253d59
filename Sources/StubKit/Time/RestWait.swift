/// A task that waits for the rest of a clock.
final class RestWait: RestSeeker {
  let rest: Rest
  private let limit: FairLimit
  private let look: @Sendable () -> ClockLook
  private let continuation = Locked<UnsafeContinuation<Void, Never>?>(nil)

  /// - Parameters:
  ///   - duration: The limit of the wait; see `FairLimit`.
  ///   - look: Looks at the clock itself.
  init(
    for rest: Rest, atMost duration: Duration,
    lookingAtClock look: @escaping @Sendable () -> ClockLook
  ) {
    self.rest = rest
    limit = Timekeeper.shared.limit(of: duration)
    self.look = look
  }

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
    // Running work is counted, and everything else is at rest until then.
    guard let waiting = continuation.withLock({ $0.take() }) else { return }
    rest.noteActivity()
    rest.surround { waiting.resume() }
  }
}

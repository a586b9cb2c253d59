import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How long a request may take, which the platform does not watch for a custom protocol on Linux.
extension Load {
  /// The request's own timeout, or the session's where the request leaves the default; and the
  /// session's limit for the whole.
  var timeLimits: TimeLimits {
    let session = channel.session?.configuration
    let own = hop.request.timeoutInterval
    let idle = own == Self.defaultTimeout ? session?.timeoutIntervalForRequest ?? own : own
    return TimeLimits(
      idle: Self.duration(idle), total: (session?.timeoutIntervalForResource).flatMap(Self.duration)
    )
  }

  /// What `URLRequest.timeoutInterval` is when nobody has set it.
  private static let defaultTimeout: TimeInterval = 60

  private static func duration(_ interval: TimeInterval) -> Duration? {
    interval > 0 && interval.isFinite ? .simulated(seconds: interval) : nil
  }

  /// Begins to watch over something that a user wrote, such as a closure or a source of a body.
  ///
  /// A plan knows its timeouts. A closure runs in real time, which a simulated clock knows nothing
  /// of, so that only a clock that runs by itself can say that it takes too long.
  func watch() {
    watchdog?.cancel()
    let clock = registry.clock
    let limits = timeLimits
    guard !(clock is any SimulationClock), let deadline = limits.deadline(lastProgress: .zero)
    else { return }
    watchdog = Task {
      try await clock.sleep(for: deadline)
      self.inContext { self.fail(limits.error(lastProgress: .zero)) }
    }
  }
}

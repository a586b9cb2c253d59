import CStubKit
import Dispatch

/// Measures and awaits time on a clock, from its own start.
///
/// A class, because copying a value that holds any kind of start is slow in a debug build.
final class Stopwatch: Sendable {
  private enum Start: Sendable {
    /// A time since the system's start or `origin`: only the clock's own library knows the size of
    /// an instant, which makes each access to a value with an instant slow.
    case onSystemClock(at: Duration)
    case inSimulatedTime(SimulatedTime, at: Duration)
    /// A user's clock, whose instants may be of any type.
    case onClock(
      elapsed: @Sendable () -> Duration, sleep: @Sendable (_ until: Duration) async throws -> Void)
  }

  private let start: Start

  /// Not a global queue: a test may block all threads of those, too.
  static let queue = DispatchQueue(label: "StubKit.time")

  private static let origin = ContinuousClock.now

  private static var now: Duration {
    let time = stubkit_continuous_time()
    return time > 0 ? .nanoseconds(time) : sinceOrigin
  }

  // Not inlined: an instant needs room on the stack, which every decision would have to make.
  @inline(never)
  private static var sinceOrigin: Duration { origin.duration(to: .now) }

  init(_ clock: any Clock<Duration>) {
    start =
      switch clock {
      case is ContinuousClock: .onSystemClock(at: Self.now)
      case let clock as any SimulationClock: .inSimulatedTime(clock.time, at: clock.time.now)
      default: Self.start(on: clock)
      }
  }

  var elapsed: Duration {
    switch start {
    case .onSystemClock(let start): Self.now - start
    case .inSimulatedTime(let time, let start): time.now - start
    case .onClock(let elapsed, _): elapsed()
    }
  }

  /// Safe under a lock; nil for other clocks.
  var elapsedOnSystemClock: Duration? {
    if case .onSystemClock(let start) = start { Self.now - start } else { nil }
  }

  var time: SimulatedTime? { if case .inSimulatedTime(let time, _) = start { time } else { nil } }

  /// Calls `wake` at `moment`, or with the error of a user's clock; returns how to cancel that.
  func sleep(
    until moment: Duration, thenWake wake: @escaping @Sendable ((any Error)?) -> Void
  ) -> () -> Void {
    switch start {
    case .onSystemClock:
      // Not a task: a test may block the whole cooperative thread pool while it awaits the answer.
      let timer = DispatchSource.makeTimerSource(flags: .strict, queue: Self.queue)
      timer.setEventHandler { wake(nil) }
      let seconds = (moment - elapsed).withinCentury.inSeconds
      timer.schedule(deadline: .now() + seconds, leeway: .nanoseconds(0))
      timer.activate()
      return timer.cancel
    case .inSimulatedTime(let time, let start):
      return time.sleep(until: start + moment) { wake(nil) }
    case .onClock(_, let sleep):
      return Task {
        do {
          try await sleep(moment)
          wake(nil)
        } catch {
          if !Task.isCancelled { wake(error) }
        }
      }.stop
    }
  }

  private static func start<C: Clock<Duration>>(on clock: C) -> Start {
    let start = clock.now
    return .onClock(
      elapsed: { start.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
  }
}

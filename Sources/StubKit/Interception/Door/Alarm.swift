/// Fails the open effect when its time limit, its *patience*, is over.
///
/// On a simulated clock the alarm goes off when the clock passes the limit and no other work is
/// seen. On every clock but a manual one it also goes off when real time passes the limit, because
/// a closure may wait for something other than the clock; on a user's clock both must pass it. Most
/// of the real time in which a simulated clock is about to move does not count.
final class Alarm {
  private let patience: TimeLimits
  private let back: ReplyHandle
  private let start = ContinuousClock.now
  private let cancelling: @Sendable () -> Void

  init?(after patience: TimeLimits, on clock: any Clock<Duration>, _ back: ReplyHandle) {
    guard let duration = patience.left else { return nil }
    (self.patience, self.back) = (patience, back)
    let time = (clock as? any SimulationClock)?.time
    let stop = time?.setAlarm(after: duration) { back.bringInTime(.failed(patience.error)) }
    if let stop, time?.drive == .manual {
      cancelling = stop
    } else {
      let isOfUser = !(clock is ContinuousClock) && time == nil
      let count = Locked(isOfUser ? 2 : 1)
      let ring: @Sendable () -> Void = {
        let isLast = count.withLock { count in
          count -= 1
          return count == 0
        }
        if isLast { back.bring(.failed(patience.error)) }
      }
      // A simulated clock that only waits for rest may wait long on an overloaded machine. While a
      // request is at work rest need not come.
      let isAboutToMove: @Sendable () -> Bool = {
        time.map { $0.isDue && !$0.rest.isWorking } ?? false
      }
      let timer = RunningTimer(duration, unless: isAboutToMove, ring: ring)
      timer.start()
      let task =
        isOfUser
        ? Task {
          // A user's clock may throw for reasons of its own; then only the timer counts.
          try? await clock.sleep(for: duration)
          if !Task.isCancelled { ring() }
        } : nil
      cancelling = {
        task?.stop()
        timer.cancel()
        stop?()
      }
    }
  }

  func cancel() { cancelling() }

  /// Returns an alarm that starts again in real time, because the network has made progress.
  func restarted() -> Alarm? {
    cancel()
    let left = patience.spending(start.duration(to: .now))
    return Alarm(after: left, on: ContinuousClock(), back)
  }
}

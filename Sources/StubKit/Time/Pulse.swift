import Dispatch

/// Counts the real time in which the process was able to run.
///
/// On an overloaded machine, or after a stop in a debugger, no code is to blame for being late. So
/// the time between two beats counts only if a task and a block of libdispatch have run within
/// `latency` and no lane waits for a thread; and it counts for at most `longest`.
package final class Pulse: Sendable {
  private let longest: Duration
  private let latency: Duration

  private struct State {
    var time = Duration.zero
    var last = ContinuousClock.now
    var isBeating = false
  }

  private let state = Locked(State())

  init(
    countingAtMost longest: Duration = .milliseconds(10),
    throughWithin latency: Duration = .seconds(1)
  ) { (self.longest, self.latency) = (longest, latency) }

  package var time: Duration { state.withLock { $0.time } }

  /// A limit in the time of the pulse; also over after a hundred times as much real time.
  struct Limit {
    fileprivate let pulse: Pulse
    fileprivate let end: Duration
    fileprivate let realEnd: ContinuousClock.Instant

    var isOver: Bool { pulse.time >= end || ContinuousClock.now >= realEnd }
  }

  func limit(of duration: Duration) -> Limit {
    let duration = duration.withinCentury
    return Limit(pulse: self, end: time + duration, realEnd: .now + duration * 100)
  }

  /// Begins a beat; false if one is under way or has just ended: more would tell nothing new.
  @discardableResult
  func beat() -> Bool {
    let begin = ContinuousClock.now
    let begins = state.withLock { state in
      guard !state.isBeating, state.last.duration(to: begin) >= longest / 5 else { return false }
      state.isBeating = true
      return true
    }
    guard begins else { return false }
    JobLane.leavingToRuntime {
      Task.detached(priority: .medium) {
        DispatchQueue.global().async {
          self.state.withLock { state in
            let now = ContinuousClock.now
            if begin.duration(to: now) <= self.latency, !LaneThreads.areTaken {
              state.time += min(state.last.duration(to: now), self.longest)
            }
            (state.last, state.isBeating) = (now, false)
          }
        }
      }
    }
    return true
  }
}

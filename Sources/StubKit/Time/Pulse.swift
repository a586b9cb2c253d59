import Dispatch

/// Counts the real time in which the process could have done something.
///
/// On a machine that is too busy to run anybody, or stopped in a debugger, nobody is to blame for being
/// late: the time between two beats counts only once both have come through where tasks and blocks are run,
/// in good time, and not for more than a beat.
package final class Pulse: Sendable {
  /// The longest time that counts between two beats.
  private let longest: Duration
  /// The longest time in which one comes through.
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
  ) {
    (self.longest, self.latency) = (longest, latency)
  }

  /// One that beats about once a second: what counts is that the machine is responsive.
  static func ofSeconds() -> Pulse {
    Pulse(countingAtMost: .seconds(1), throughWithin: .milliseconds(100))
  }

  /// The time so far.
  package var time: Duration { state.withLock { $0.time } }

  /// Has another bit of time counted once it has been seen to be one.
  func beat() {
    let begin = ContinuousClock.now
    let begins = state.withLock { state in
      // More often would say no more.
      guard !state.isBeating, state.last.duration(to: begin) >= longest / 5 else { return false }
      state.isBeating = true
      return true
    }
    guard begins else { return }
    JobLane.leavingToRuntime {
      Task.detached(priority: .medium) {
        DispatchQueue.global().async {
          self.state.withLock { state in
            let now = ContinuousClock.now
            if begin.duration(to: now) <= self.latency {
              state.time += min(state.last.duration(to: now), self.longest)
            }
            (state.last, state.isBeating) = (now, false)
          }
        }
      }
    }
  }
}

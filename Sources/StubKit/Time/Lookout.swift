import CStubKit
import Dispatch

package struct RestCare: Sendable {
  /// Whether a search checks only counted activity and known queues, but no threads.
  let isOfKnown: Bool
  /// Rounds of markers through the queues: work may pass to a queue that a marker has just left.
  let rounds: Int
  /// Rounds that are sent off together; a search looks at threads only after all of these.
  let roundsAtOnce: Int
  /// New strays cause rounds for `longestPassing`; running strays are awaited for `strayPatience`.
  let longestPassing: Duration
  let strayPatience: Duration
  /// How long, in the time of the pulse, a queue may make no progress before it is given up.
  let queuePatience: Duration

  /// For tests that may run code anywhere, even on unknown threads and queues.
  package static let anywhere = RestCare(
    isOfKnown: false, rounds: 3, roundsAtOnce: 1, longestPassing: .milliseconds(30),
    strayPatience: .milliseconds(20), queuePatience: .seconds(2))
  package static let known = RestCare(
    isOfKnown: true, rounds: 2, roundsAtOnce: 2, longestPassing: .seconds(2),
    strayPatience: .seconds(1), queuePatience: .seconds(10))
}

/// State shared by the searches of one thread: its pulse, queues, and strays that were given up.
package final class Lookout: Sendable {
  let care: RestCare
  package let thread = WaitingThread()
  package let pulse = Pulse()
  let queues: PassedQueues
  /// How many given-up strays may still run; 0 once more than `strayCount` strays have begun.
  private let givenUp = Locked((running: 0, strayCount: Lanes.strayCount))
  /// How often threads had been preempted at the last look, and when that number last changed.
  private let lastPreemption = Locked((count: 0, at: ContinuousClock.now))
  private let lastThreads = Locked((threads: Set<Int32>(), since: ContinuousClock.now))

  package init(for care: RestCare) {
    self.care = care
    queues = PassedQueues(by: pulse)
  }

  package func beat() { if pulse.beat() { queues.giveUp(after: care.queuePatience) } }

  func hasSeenPreemption(within duration: Duration) -> Bool {
    let count = stubkit_preemption_count()
    return lastPreemption.withLock { last in
      if last.count != count { last = (count, .now) }
      return last.at.duration(to: .now) < duration
    }
  }

  /// Notes the threads of a look; true if all looks for `duration` have found exactly these.
  func areAlways(_ threads: Set<Int32>, for duration: Duration) -> Bool {
    lastThreads.withLock { last in
      if last.threads != threads { last = (threads, .now) }
      return last.since.duration(to: .now) >= duration
    }
  }

  /// Whether any stray (see `JobLane`) is running, apart from those that were given up.
  var hasStrays: Bool {
    let (running, count) = (Lanes.runningStrays, Lanes.strayCount)
    return givenUp.withLock { givenUp in
      // A new stray may run in place of one that was given up.
      let isNew = count != givenUp.strayCount
      givenUp = (isNew ? 0 : min(givenUp.running, running), count)
      return givenUp.running < running
    }
  }

  func giveUpStrays() { givenUp.withLock { $0 = (Lanes.runningStrays, Lanes.strayCount) } }
}

/// Short sleeps of a searching thread, since not all work calls the thread when it ends.
package struct Naps {
  private static let lengths = 2_000...8_000
  private var next = Naps.lengths.lowerBound

  package init() {}

  package mutating func take(on thread: WaitingThread, since calls: Int) {
    thread.sleep(since: calls, atMost: .microseconds(next))
    next = thread.calls == calls ? min(2 * next, Self.lengths.upperBound) : Self.lengths.lowerBound
  }
}

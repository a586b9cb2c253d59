import CStubKit
import Dispatch

package struct RestCare: Sendable {
  /// Whether only what is counted matters, and what is on known queues.
  let isOfKnown: Bool
  /// The number of rounds through the queues: work may be passed to a queue that the marker has left.
  let rounds: Int
  /// The rounds in one go; where threads are looked at, that is done between two rounds.
  let roundsAtOnce: Int
  /// How long strays may keep a search from its end, and how long each stray is waited for.
  let longestPassing: Duration
  let strayPatience: Duration
  /// How long a queue may make no progress, in time in which it could, before it is given up.
  let queuePatience: Duration

  /// Code of the test may be anywhere, even on unknown threads and queues.
  package static let anywhere = RestCare(
    isOfKnown: false, rounds: 3, roundsAtOnce: 1, longestPassing: .milliseconds(30),
    strayPatience: .milliseconds(20), queuePatience: .seconds(2))
  package static let known = RestCare(
    isOfKnown: true, rounds: 2, roundsAtOnce: 2, longestPassing: .seconds(2),
    strayPatience: .seconds(1), queuePatience: .seconds(10))
}

/// The state of a search for rest: its thread, its pulse, and what does not make progress.
package final class Lookout: Sendable {
  let care: RestCare
  package let thread = WaitingThread()
  package let pulse = Pulse()
  let queues: PassedQueues
  private let blocked = Locked<Set<Int>>([])
  private let lastLook = Locked(Duration.zero)
  /// How often threads had lost their processor at the last look, and when that became more.
  private let lastPreemption = Locked((count: 0, at: ContinuousClock.now))
  /// The threads of the process, and since when there have been no others.
  private let lastThreads = Locked((threads: Set<Int32>(), since: ContinuousClock.now))

  package init(for care: RestCare) {
    self.care = care
    queues = PassedQueues(by: pulse)
  }

  /// Lets time pass, and gives up queues without progress.
  package func beat() {
    pulse.beat()
    let now = pulse.time
    let isTime = lastLook.withLock { last in
      guard now - last >= .milliseconds(100) else { return false }
      last = now
      return true
    }
    if isTime { queues.giveUp(after: care.queuePatience) }
  }

  /// Whether a thread has lost its processor in this time, as far as looks can tell.
  func hasSeenPreemption(within duration: Duration) -> Bool {
    let count = stubkit_preemption_count()
    return lastPreemption.withLock { last in
      if last.count != count { last = (count, .now) }
      return last.at.duration(to: .now) < duration
    }
  }

  /// Whether these have been the threads of the process for some time.
  func areAlways(_ threads: Set<Int32>, for duration: Duration) -> Bool {
    lastThreads.withLock { last in
      if last.threads != threads { last = (threads, .now) }
      return last.since.duration(to: .now) >= duration
    }
  }

  /// The strays (see `JobLane`) that are running, and may end.
  var knownStrays: Set<Int> {
    let known = Lanes.strays
    return blocked.withLock { blocked in
      blocked.formIntersection(known)
      return known.subtracting(blocked)
    }
  }

  func giveUp(_ strays: Set<Int>) {
    blocked.withLock { $0.formUnion(strays.intersection(Lanes.strays)) }
  }
}

/// The sleeps between two looks: not everything that is waited for calls when it is over.
package struct Naps {
  private static let lengths = 2_000...8_000
  private var next = Naps.lengths.lowerBound

  package init() {}

  /// Sleeps until the thread is called; each sleep without a call is longer than the one before.
  package mutating func take(on thread: WaitingThread, since calls: Int) {
    thread.sleep(since: calls, atMost: .microseconds(next))
    next =
      thread.calls == calls ? min(2 * next, Self.lengths.upperBound) : Self.lengths.lowerBound
  }
}

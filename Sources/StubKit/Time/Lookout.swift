import Dispatch

/// How thoroughly rest is looked for.
package enum RestCare {
  /// Code of the test may be anywhere, even on unknown threads and queues.
  case anywhere
  /// Only what is counted matters, and what is on known queues.
  case known
}

/// The state of a search for rest: its thread, its pulse, and what does not make progress.
package final class Lookout: Sendable {
  let care: RestCare
  package let thread = WaitingThread()
  package let pulse = Pulse()
  let queues: PassedQueues
  /// The strays that were waited for in vain.
  private let blocked = Locked<Set<Int>>([])
  /// When the queues were last checked for progress.
  private let lastLook = Locked(Duration.zero)

  package init(for care: RestCare) {
    self.care = care
    queues = PassedQueues(by: pulse)
  }

  /// Lets time pass, and gives up queues without progress.
  package func beat() {
    pulse.beat()
    let now = pulse.time
    let isTime = lastLook.withLock { last in
      guard now - last >= Self.interval else { return false }
      last = now
      return true
    }
    if isTime { queues.giveUp(after: care.queuePatience) }
  }

  private static let interval = Duration.milliseconds(100)
}

/// The sleeps between two looks: not everything that is waited for calls when it is over.
package struct Naps {
  /// In microseconds.
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

/// Steps that belong to no lane; see `JobLane`.
extension Lookout {
  /// The strays that are running, and may end.
  var knownStrays: Set<Int> {
    let known = Lanes.strays
    return blocked.withLock { blocked in
      blocked.formIntersection(known)
      return known.subtracting(blocked)
    }
  }

  /// Whether some of them are over; if not, the thread is called when it is worth asking again.
  func areOver(_ strays: Set<Int>) -> Bool { Lanes.areOver(strays, orCall: thread) }

  /// Gives up some strays, which may belong to any test.
  func giveUp(_ strays: Set<Int>) {
    blocked.withLock { $0.formUnion(strays.intersection(Lanes.strays)) }
  }
}

extension RestCare {
  /// How long a queue may make no progress, in time in which it could, before it is given up.
  var queuePatience: Duration {
    switch self {
    case .anywhere: .seconds(2)
    case .known: .seconds(10)
    }
  }
}

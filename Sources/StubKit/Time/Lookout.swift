import Dispatch

/// How much care is taken when rest is looked for.
package enum RestCare {
  /// What belongs to the test may be anywhere, also on threads and queues that nobody knows.
  case anywhere
  /// Only what is counted matters, and what is on queues that are known.
  case known
}

/// Somebody who looks out for rest: his thread, the time in which something could have happened, and what he
/// has seen not to get on.
package final class Lookout: Sendable {
  let care: RestCare
  package let thread = WaitingThread()
  package let pulse = Pulse()
  let queues: PassedQueues
  /// The strays that were waited for in vain.
  private let blocked = Locked<Set<Int>>([])
  /// When it was looked last whether a queue does not get on.
  private let lastLook = Locked(Duration.zero)

  package init(for care: RestCare) {
    self.care = care
    queues = PassedQueues(by: pulse)
  }

  /// Lets time pass, and waits no more for queues that have not got on for long.
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

/// How long is slept between two looks if nobody calls: not everything that is waited for says when it is over.
package struct Naps {
  /// In microseconds.
  private static let lengths = 2_000...8_000
  private var next = Naps.lengths.lowerBound

  package init() {}

  /// Sleeps until the thread is called, each time longer if it is not.
  package mutating func take(on thread: WaitingThread, since calls: Int) {
    thread.sleep(since: calls, atMost: .microseconds(next))
    next =
      thread.calls == calls ? min(2 * next, Self.lengths.upperBound) : Self.lengths.lowerBound
  }
}

/// The steps that are nobody's; see `JobLane`.
extension Lookout {
  /// Those that are being taken, and may end.
  var knownStrays: Set<Int> {
    let known = Lanes.strays
    return blocked.withLock { blocked in
      blocked.formIntersection(known)
      return known.subtracting(blocked)
    }
  }

  /// Whether some of them are over; if not, the thread is called when it is worth to ask again.
  func areOver(_ strays: Set<Int>) -> Bool { Lanes.areOver(strays, orCall: thread) }

  /// Waits no more for some of them: they may be anybody's.
  func giveUp(_ strays: Set<Int>) {
    blocked.withLock { $0.formUnion(strays.intersection(Lanes.strays)) }
  }
}

extension RestCare {
  /// How long a queue may not get on before nobody waits for it any more, in time in which it could have.
  var queuePatience: Duration {
    switch self {
    case .anywhere: .seconds(2)
    case .known: .seconds(10)
    }
  }
}

/// How much care is taken when rest is looked for.
enum RestCare {
  /// What belongs to the test may be anywhere, also on threads and queues that nobody knows.
  case anywhere
  /// Only what is counted matters, and what is on queues that are known.
  case known
}

/// Somebody who looks out for rest: his thread, the time in which something could have happened, and what he
/// has seen not to get on.
final class Lookout: Sendable {
  private struct Strays {
    /// Those that are waited for.
    var awaited: Set<Int> = []
    /// Those that were waited for in vain.
    var blocked: Set<Int> = []
  }

  private struct Weak {
    weak var lookout: Lookout?
  }

  private static let all = Locked<[ObjectIdentifier: Weak]>([:])

  let care: RestCare
  let thread = WaitingThread()
  let pulse = Pulse()
  let queues: PassedQueues
  private let strays = Locked(Strays())

  init(for care: RestCare) {
    self.care = care
    queues = PassedQueues(by: pulse)
    Self.all.withLock { $0[ObjectIdentifier(self)] = Weak(lookout: self) }
  }

  deinit {
    Self.all.withLock { $0[ObjectIdentifier(self)] = nil }
  }

  /// Lets time pass, and waits no more for queues that have not got on for long.
  func beat() {
    pulse.beat()
    queues.giveUp(after: care.queuePatience)
  }

  /// How long somebody waits who seeks rest.
  func limit(of duration: Duration) -> FairLimit { FairLimit(duration, by: pulse) }
}

/// The steps that are nobody's; see `JobLane`.
extension Lookout {
  /// Those that are being taken, and may end.
  var knownStrays: Set<Int> {
    let known = Lanes.strays
    return strays.withLock { strays in
      strays.blocked.formIntersection(known)
      return known.subtracting(strays.blocked)
    }
  }

  /// Whether some of them are over; if not, the thread is called when they are.
  func areOver(_ some: Set<Int>) -> Bool {
    strays.withLock { $0.awaited.formUnion(some) }
    // One that has ended before that was not waited for.
    let left = Lanes.strays.intersection(some)
    strays.withLock { $0.awaited.subtract(some.subtracting(left)) }
    return left.isEmpty
  }

  /// Waits no more for some of them: they may be anybody's.
  func giveUp(_ some: Set<Int>) {
    let left = Lanes.strays.intersection(some)
    strays.withLock { strays in
      strays.awaited.subtract(some)
      strays.blocked.formUnion(left)
    }
  }

  /// A stray is over, to be told to those who wait for no other one.
  static func noteEnd(ofStray number: Int) {
    for lookout in all.withLock({ $0.values.compactMap(\.lookout) }) {
      let isLast = lookout.strays.withLock { strays in
        strays.awaited.remove(number) != nil && strays.awaited.isEmpty
      }
      if isLast { lookout.thread.call() }
    }
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

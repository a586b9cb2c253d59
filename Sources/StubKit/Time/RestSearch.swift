/// What has been seen so far for somebody who seeks rest; it is the thread's alone that looks for it.
package final class RestSearch {
  /// How long something may be at work and do nothing that is seen, in which it could have been run.
  ///
  /// Whoever looks only for what is known waits for it.
  static let patience = Duration.milliseconds(500)
  /// How long, in real time, a thread sleeps in a step before it counts as blocked.
  static let blockedAfter = Duration.milliseconds(4)

  /// Everything is at rest that is counted.
  package struct Finding {
    /// What has happened by then, and how often the clock itself has changed.
    let count: Int
    let changes: Int
    /// Whether a step is being taken, but seems to be blocked.
    let isBlocked: Bool
    /// Whether the clock of a scope within comes first, but does not get on.
    let isHeldWithin: Bool
  }

  let rest: Rest
  private let lookout: Lookout
  /// Since when nothing has happened, and at which count.
  private var begin: Duration
  private var count: Int?
  private var changes = 0
  /// Since when the lanes' threads have been seen to sleep, in real time.
  private var asleepSince = ContinuousClock.now
  /// Its way through the queues.
  private var passing: Passing?

  package init(for rest: Rest, by lookout: Lookout) {
    (self.rest, self.lookout) = (rest, lookout)
    begin = lookout.pulse.time
  }

  deinit { passing?.journey.breakOff() }

  /// For how long nothing has happened that could have.
  private var quiet: Duration { lookout.pulse.time - begin }

  private var care: RestCare { lookout.care }

  /// For how long, in real time, the threads that take steps have slept.
  var sleep: Duration { asleepSince.duration(to: .now) }

  /// Whether it is on its way through the queues.
  var isPassing: Bool { passing != nil }

  /// Looks whether anything is at work that is counted; nil if something is.
  ///
  /// - Parameter changes: How often the clock itself has changed.
  package func look(after changes: Int) -> Finding? {
    let (now, count) = (lookout.pulse.time, rest.count)
    if count != self.count || changes != self.changes {
      (self.count, self.changes, begin, asleepSince) = (count, changes, now, .now)
      passing?.journey.breakOff()
      passing = nil
    }
    let passesBy = care == .anywhere
    if rest.isWorking, !passesBy || quiet < Self.patience { return nil }
    let isHeldWithin = rest.waitsForScopeWithin
    if isHeldWithin, !passesBy || quiet < Self.patience * 4 { return nil }
    let isBlocked = !rest.lanesAreIdle
    if isBlocked, !passesBy || !areBlocked(rest.lanes.filter { !$0.isIdle }) { return nil }
    return Finding(count: count, changes: changes, isBlocked: isBlocked, isHeldWithin: isHeldWithin)
  }

  /// Whether the steps that are being taken do not get on by themselves.
  private func areBlocked(_ lanes: [JobLane]) -> Bool {
    if lanes.contains(where: \.isCongested) { return false }
    let threads = lanes.reduce(into: Set()) { $0.formUnion($1.threads) }
    guard let areAsleep = ThreadWatch.areAsleep(threads) else { return quiet >= Self.patience }
    if !areAsleep { asleepSince = .now }
    return areAsleep && sleep >= Self.blockedAfter
  }
}

/// Where threads are awake, which may be anybody's.
extension RestSearch {
  /// A way through all queues, and past the strays.
  private struct Passing {
    /// How often it has been through the queues.
    var rounds = 0
    var journey: Journey
    /// What the threads were at when it set out on that journey.
    var threads: ThreadWatch.Look?
    /// When strays are no reason any more to go through the queues again.
    let end: Duration
    /// How many strays there had been when it began.
    var strayCount = Lanes.strayCount
    /// Those that are waited for at its end, and until when.
    var strays: (known: Set<Int>, end: Duration)?
    /// Since when it is through.
    var arrival: ContinuousClock.Instant?
  }

  /// For how long nothing may be seen where threads cannot be looked at, in real time.
  private static let longestHidden = Duration.microseconds(1500)

  /// Goes on through the queues where nobody looks at the threads.
  package func pass(at finding: Finding) -> Bool { pass(at: finding, seeing: nil) }

  /// Goes on through the queues; whether it is through, and nothing is left that was ready.
  ///
  /// The thread of the lookout is called when it is worth to go on.
  ///
  /// - Parameters:
  ///   - finding: What was seen by counting.
  ///   - threads: What the threads are at; nil if they cannot be looked at.
  func pass(at finding: Finding, seeing threads: ThreadWatch.Look?) -> Bool {
    // Whoever seems to be blocked may wait for somebody who has only not been run yet.
    if finding.isBlocked, quiet < Self.patience { return false }
    let time = lookout.pulse.time
    var passing =
      self.passing
      ?? Passing(journey: setOut(), threads: threads, end: time + care.longestPassing)
    defer { self.passing = passing }
    while passing.arrival == nil {
      guard passing.journey.isOver, haveAllRun(since: passing.threads, at: threads) else {
        return false
      }
      passing.rounds += care.roundsAtOnce
      if passing.rounds >= care.rounds {
        guard areOver(&passing.strays) else { return false }
        let strayCount = Lanes.strayCount
        // What somebody does step by step of whom nobody knows whose it is, is waited for as well.
        let isUnsure =
          care == .known
          ? passing.strays?.known.isEmpty == false : strayCount != passing.strayCount
        guard isUnsure, time < passing.end else {
          passing.arrival = .now
          break
        }
        (passing.rounds, passing.strayCount, passing.strays) = (0, strayCount, nil)
      }
      (passing.journey, passing.threads) = (setOut(again: passing.rounds > 0), threads)
    }
    // What is not on a queue that is known has to show itself.
    return care == .known || threads != nil
      || passing.arrival.map { $0.duration(to: .now) >= Self.longestHidden } ?? false
  }

  /// Goes through the queues as often as is possible at once.
  private func setOut(again: Bool = false) -> Journey {
    let stages = (0..<care.roundsAtOnce).flatMap { round in
      PassedQueues.stages(of: rest, again: again || round > 0)
    }
    let journey = Journey(stages, through: lookout.queues) { [thread = lookout.thread] in
      thread.call()
    }
    journey.begin()
    return journey
  }

  private func haveAllRun(since before: ThreadWatch.Look?, at now: ThreadWatch.Look?) -> Bool {
    guard let before, let now else { return true }
    return now.allHaveRun(since: before)
  }

  /// Whether the strays are over, which are not waited for for long: they may be anybody's.
  private func areOver(_ strays: inout (known: Set<Int>, end: Duration)?) -> Bool {
    let now = lookout.pulse.time
    let (known, end) = strays ?? (lookout.knownStrays, now + care.strayPatience)
    strays = (known, end)
    guard !lookout.areOver(known) else { return true }
    guard now >= end else { return false }
    lookout.giveUp(known)
    return true
  }
}

extension RestCare {
  /// How often the queues are gone through: what passes something on may stand behind whom it passes it to.
  fileprivate var rounds: Int { self == .known ? 2 : 3 }

  /// How often in one go; where threads are looked at, they are between two of them.
  fileprivate var roundsAtOnce: Int { self == .known ? 2 : 1 }

  /// How long strays may keep a search from its end.
  fileprivate var longestPassing: Duration { self == .known ? .seconds(2) : .milliseconds(30) }

  /// How long each of them is waited for.
  fileprivate var strayPatience: Duration { self == .known ? .seconds(1) : .milliseconds(20) }
}

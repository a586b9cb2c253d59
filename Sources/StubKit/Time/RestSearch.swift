/// The state of a search for rest, confined to the searching thread.
package final class RestSearch {
  /// How long, in the time of the pulse, work may make no progress before a search ignores it.
  static let patience = Duration.milliseconds(500)
  /// How long, in real time, a thread sleeps in a step before it counts as blocked.
  static let blockedAfter = Duration.milliseconds(4)

  struct Finding {
    let isBlocked: Bool
    /// Whether the clock of a nested scope, which goes first, makes no progress.
    let isHeldWithin: Bool
  }

  private let rest: Rest
  private let lookout: Lookout
  private(set) var finding: Finding?
  /// When the search last saw activity, in the time of the pulse, and the counts at that moment.
  private var begin: Duration
  private(set) var count: Int?
  private(set) var changes = 0
  private var asleepSince = ContinuousClock.now
  private var passing: Passing?

  package init(for rest: Rest, by lookout: Lookout) {
    (self.rest, self.lookout) = (rest, lookout)
    begin = lookout.pulse.time
  }

  deinit { passing?.journey.breakOff() }

  /// How long, in the time of the pulse, the search has seen no activity.
  private var quiet: Duration { lookout.pulse.time - begin }

  private var care: RestCare { lookout.care }

  var sleep: Duration { asleepSince.duration(to: .now) }

  var isPassing: Bool { passing != nil }

  /// True if there is no counted activity or change of the clock, or none that makes progress.
  package func look(after changes: Int) -> Bool {
    finding = find(after: changes)
    return finding != nil
  }

  private func find(after changes: Int) -> Finding? {
    let (now, count) = (lookout.pulse.time, rest.count)
    if count != self.count || changes != self.changes {
      (self.count, self.changes, begin, asleepSince) = (count, changes, now, .now)
      passing?.journey.breakOff()
      passing = nil
    }
    let passesBy = !care.isOfKnown
    if rest.isWorking, !passesBy || quiet < Self.patience { return nil }
    let isHeldWithin = rest.waitsForScopeWithin
    if isHeldWithin, !passesBy || quiet < Self.patience * 4 { return nil }
    let isBlocked = !rest.lanesAreIdle
    if isBlocked, !passesBy || !areBlocked(rest.lanes.filter { !$0.isIdle }) { return nil }
    return Finding(isBlocked: isBlocked, isHeldWithin: isHeldWithin)
  }

  private func areBlocked(_ lanes: [JobLane]) -> Bool {
    if lanes.contains(where: \.isCongested) { return false }
    let threads = lanes.reduce(into: Set()) { $0.formUnion($1.threads) }
    guard let areAsleep = ThreadWatch.areAsleep(threads) else { return quiet >= Self.patience }
    if !areAsleep { asleepSince = .now }
    return areAsleep && sleep >= Self.blockedAfter
  }
}

/// The search by markers: if threads are awake or cannot be seen, and for `RestCare.known`.
extension RestSearch {
  private struct Passing {
    var rounds = 0
    var journey: Journey
    var threads: ThreadWatch.Look?
    /// When strays no longer cause more rounds, in the time of the pulse.
    let end: Duration
    var strayCount = Lanes.strayCount
    /// The end of the wait for strays after the last round, in the time of the pulse; nil without
    /// strays.
    var strayEnd: Duration?
    var arrival: ContinuousClock.Instant?
  }

  /// How long, in real time, work may stay hidden where threads cannot be looked at.
  private static let longestHidden = Duration.microseconds(1500)
  /// How long a thread that has taken work from a queue may wait for its turn on a busy machine.
  private static let longestTurn = Duration.milliseconds(100)

  /// True once the rounds through the queues are over and no ready work is left.
  package func pass(seeing threads: ThreadWatch.Look? = nil) -> Bool {
    // A step that seems to be blocked may wait for another step that just has not run yet.
    if finding?.isBlocked == true, quiet < Self.patience { return false }
    let time = lookout.pulse.time
    var passing =
      self.passing ?? Passing(journey: setOut(), threads: threads, end: time + care.longestPassing)
    defer { self.passing = passing }
    while passing.arrival == nil {
      guard passing.journey.isOver, threads?.allHaveRun(since: passing.threads) ?? true else {
        return false
      }
      passing.rounds += care.roundsAtOnce
      if passing.rounds >= care.rounds {
        guard straysAreOver(until: &passing.strayEnd) else { return false }
        let strayCount = Lanes.strayCount
        // Tasks of no lane may go on, step by step, as strays: more rounds wait for them.
        let isUnsure = care.isOfKnown ? passing.strayEnd != nil : strayCount != passing.strayCount
        guard isUnsure, time < passing.end else {
          passing.arrival = .now
          break
        }
        (passing.rounds, passing.strayCount, passing.strayEnd) = (0, strayCount, nil)
      }
      (passing.journey, passing.threads) = (setOut(again: passing.rounds > 0), threads)
    }
    // Where threads cannot be looked at, work on an unknown queue gets time to show itself.
    return care.isOfKnown || threads != nil
      || passing.arrival.map { $0.duration(to: .now) >= longestHidden } ?? false
  }

  private var longestHidden: Duration {
    lookout.hasSeenPreemption(within: Self.longestTurn) ? Self.longestTurn : Self.longestHidden
  }

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

  /// True once the strays are over or given up: they may belong to any test, so the wait is short.
  private func straysAreOver(until end: inout Duration?) -> Bool {
    guard lookout.hasStrays else { return true }
    let now = lookout.pulse.time
    let last = end ?? now + care.strayPatience
    end = last
    guard now >= last else { return false }
    lookout.giveUpStrays()
    return true
  }
}

/// The state of a search for rest, confined to the searching thread.
package final class RestSearch {
  /// How long work may show no progress, in time in which it could have run.
  ///
  /// A search among what is known waits for it.
  static let patience = Duration.milliseconds(500)
  /// How long, in real time, a thread sleeps in a step before it counts as blocked.
  static let blockedAfter = Duration.milliseconds(4)

  /// The finding that everything counted is at rest.
  package struct Finding {
    /// The counts of activity and of changes of the clock.
    let count: Int
    let changes: Int
    /// Whether a step is running that seems to be blocked.
    let isBlocked: Bool
    /// Whether the clock of a nested scope comes first, but makes no progress.
    let isHeldWithin: Bool
  }

  let rest: Rest
  private let lookout: Lookout
  /// The time and the count of the last activity.
  private var begin: Duration
  private var count: Int?
  private var changes = 0
  /// Since when the lanes' threads have slept, in real time.
  private var asleepSince = ContinuousClock.now
  /// Its way through the queues.
  private var passing: Passing?

  package init(for rest: Rest, by lookout: Lookout) {
    (self.rest, self.lookout) = (rest, lookout)
    begin = lookout.pulse.time
  }

  deinit { passing?.journey.breakOff() }

  /// How long nothing has happened, in time in which it could have.
  private var quiet: Duration { lookout.pulse.time - begin }

  private var care: RestCare { lookout.care }

  /// How long, in real time, the lanes' threads have slept.
  var sleep: Duration { asleepSince.duration(to: .now) }

  var isPassing: Bool { passing != nil }

  /// Looks for counted activity; nil if there is any.
  ///
  /// - Parameter changes: The number of changes of the clock itself.
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

  /// Whether the running steps make no progress by themselves.
  private func areBlocked(_ lanes: [JobLane]) -> Bool {
    if lanes.contains(where: \.isCongested) { return false }
    let threads = lanes.reduce(into: Set()) { $0.formUnion($1.threads) }
    guard let areAsleep = ThreadWatch.areAsleep(threads) else { return quiet >= Self.patience }
    if !areAsleep { asleepSince = .now }
    return areAsleep && sleep >= Self.blockedAfter
  }
}

/// Searches while threads are awake, which may be anybody's.
extension RestSearch {
  /// A way through all queues, and past the strays.
  private struct Passing {
    /// The number of rounds through the queues.
    var rounds = 0
    var journey: Journey
    /// The state of the threads at the start of the journey.
    var threads: ThreadWatch.Look?
    /// When strays no longer cause another round.
    let end: Duration
    /// The number of strays at the start.
    var strayCount = Lanes.strayCount
    /// The strays that are waited for at the end, and until when.
    var strays: (known: Set<Int>, end: Duration)?
    /// When it was through.
    var arrival: ContinuousClock.Instant?
  }

  /// How long work may stay hidden where threads cannot be looked at, in real time.
  private static let longestHidden = Duration.microseconds(1500)

  /// Goes on through the queues without looking at threads.
  package func pass(at finding: Finding) -> Bool { pass(at: finding, seeing: nil) }

  /// Goes on through the queues; true once it is through, and no ready work is left.
  ///
  /// The lookout's thread is called when it is worth going on.
  ///
  /// - Parameters:
  ///   - finding: The result of counting.
  ///   - threads: The state of the threads; nil if they cannot be looked at.
  func pass(at finding: Finding, seeing threads: ThreadWatch.Look?) -> Bool {
    // A step that seems to be blocked may wait for one that has only not run yet.
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
        // Unowned tasks that go on step by step are waited for as well.
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
    // Work that is on no known queue has to show itself.
    return care == .known || threads != nil
      || passing.arrival.map { $0.duration(to: .now) >= Self.longestHidden } ?? false
  }

  /// Goes through the queues as often as possible at once.
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

  /// Whether the strays are over, which are not waited for long, since they may be anybody's.
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
  /// The number of rounds: work may be passed to a queue that the marker has left.
  fileprivate var rounds: Int { self == .known ? 2 : 3 }

  /// The rounds in one go; where threads are looked at, that is done between two rounds.
  fileprivate var roundsAtOnce: Int { self == .known ? 2 : 1 }

  /// How long strays may keep a search from its end.
  fileprivate var longestPassing: Duration { self == .known ? .seconds(2) : .milliseconds(30) }

  /// How long each stray is waited for.
  fileprivate var strayPatience: Duration { self == .known ? .seconds(1) : .milliseconds(20) }
}

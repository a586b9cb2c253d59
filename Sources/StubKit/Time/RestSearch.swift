/// What has been seen so far for somebody who seeks rest; it is the keeping thread's alone.
final class RestSearch {
  /// How long something may be at work and do nothing that is seen, in which it could have been run.
  static let patience = Duration.milliseconds(500)
  /// How long, in real time, a thread sleeps in a step before it counts as blocked.
  static let blockedAfter = Duration.milliseconds(4)

  /// Everything is at rest that is counted.
  struct Finding {
    /// What has happened by then, and how often the clock itself has changed.
    let count: Int
    let changes: Int
    /// Whether a step is being taken, but seems to be blocked.
    let isBlocked: Bool
    /// Whether the clock of a scope within comes first, but does not get on.
    let isHeldWithin: Bool
  }

  let rest: Rest
  private let pulse: Pulse
  /// Since when nothing has happened, and at which count.
  private var begin: Duration
  private var count: Int?
  private var changes = 0
  /// Since when the lanes' threads have been seen to sleep, in real time.
  private var asleepSince = ContinuousClock.now
  /// Its way through the queues.
  private var passing: Passing?

  init(for rest: Rest, by pulse: Pulse) {
    (self.rest, self.pulse) = (rest, pulse)
    begin = pulse.time
  }

  deinit { passing?.journey.breakOff() }

  /// For how long nothing has happened that could have.
  private var quiet: Duration { pulse.time - begin }

  /// For how long, in real time, the threads that take steps have slept.
  var sleep: Duration { asleepSince.duration(to: .now) }

  /// Whether it is on its way through the queues.
  var isPassing: Bool { passing != nil }

  /// Looks whether anything is at work that is counted; nil if something is.
  ///
  /// - Parameter changes: How often the clock itself has changed.
  func look(after changes: Int) -> Finding? {
    let (now, count) = (pulse.time, rest.count)
    if count != self.count || changes != self.changes {
      (self.count, self.changes, begin, asleepSince) = (count, changes, now, .now)
      passing?.journey.breakOff()
      passing = nil
    }
    if rest.isWorking, quiet < Self.patience { return nil }
    let isHeldWithin = rest.waitsForScopeWithin
    if isHeldWithin, quiet < Self.patience * 4 { return nil }
    let busy = rest.lanes.filter { !$0.isIdle }
    if !busy.isEmpty, !areBlocked(busy) { return nil }
    return Finding(
      count: count, changes: changes, isBlocked: !busy.isEmpty, isHeldWithin: isHeldWithin)
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

  /// How often it goes through the queues: what passes something on may stand behind whom it passes it to.
  private static let rounds = 3
  /// How long strays may keep it from its end, and how long each is waited for.
  private static let (longestPassing, strayPatience) = (
    Duration.milliseconds(30), Duration.milliseconds(20)
  )
  /// For how long nothing may be seen where threads cannot be looked at, in real time.
  private static let longestHidden = Duration.microseconds(1500)

  /// Goes on through the queues; whether it is through, and nothing is left that was ready.
  ///
  /// - Parameters:
  ///   - finding: What was seen by counting.
  ///   - threads: What the threads are at; nil if they cannot be looked at.
  ///   - arrive: Called when it is worth to go on.
  func pass(
    _ queues: PassedQueues, at finding: Finding, seeing threads: ThreadWatch.Look?,
    then arrive: @escaping @Sendable () -> Void
  ) -> Bool {
    // Whoever seems to be blocked may wait for somebody who has only not been run yet.
    if finding.isBlocked, quiet < Self.patience { return false }
    func setOut(again: Bool) -> Journey {
      let stages = PassedQueues.stages(of: rest, again: again)
      let journey = Journey(stages, through: queues, then: arrive)
      journey.begin()
      return journey
    }
    var passing =
      self.passing
      ?? Passing(
        journey: setOut(again: false), threads: threads, end: pulse.time + Self.longestPassing)
    defer { self.passing = passing }
    while passing.arrival == nil {
      guard passing.journey.isOver, haveAllRun(since: passing.threads, at: threads) else {
        return false
      }
      if passing.rounds < Self.rounds - 1 {
        passing.rounds += 1
      } else {
        guard areOver(&passing.strays) else { return false }
        let strayCount = Lanes.strayCount
        // What somebody does step by step of whom nobody knows whose it is, is waited for as well.
        guard strayCount != passing.strayCount, pulse.time < passing.end else {
          passing.arrival = .now
          break
        }
        (passing.rounds, passing.strayCount, passing.strays) = (0, strayCount, nil)
      }
      (passing.journey, passing.threads) = (setOut(again: passing.rounds > 0), threads)
    }
    // What is not on a queue that is known has to show itself.
    return threads != nil
      || passing.arrival.map { $0.duration(to: .now) >= Self.longestHidden } ?? false
  }

  private func haveAllRun(since before: ThreadWatch.Look?, at now: ThreadWatch.Look?) -> Bool {
    guard let before, let now else { return true }
    return now.allHaveRun(since: before)
  }

  /// Whether the strays are over, which are not waited for for long: they may be anybody's.
  private func areOver(_ strays: inout (known: Set<Int>, end: Duration)?) -> Bool {
    let (known, end) = strays ?? (Strays.known, pulse.time + Self.strayPatience)
    strays = (known, end)
    guard !known.isDisjoint(with: Lanes.strays) else { return true }
    guard pulse.time >= end else { return false }
    Strays.giveUp(known)
    return true
  }
}

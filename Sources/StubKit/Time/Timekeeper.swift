import Dispatch
import Foundation

/// The state of the clock itself.
struct ClockLook: Equatable {
  /// Whether nothing works on the clock.
  let isQuiet: Bool
  /// The number of changes, or of sleepers.
  let changes: Int
}

/// A waiter for the rest of a clock.
protocol RestSeeker: AnyObject, Sendable {
  var rest: Rest { get }
  var clock: ClockLook { get }
  /// Whether it still waits; asked until rest is found.
  var isWanted: Bool { get }
  /// Called when everything was at rest at this count of activity.
  ///
  /// - Returns: Whether it waits for rest again.
  func hasComeToRest(at count: Int) -> Bool
}

/// Looks for rest, on one thread for all clocks of the process.
///
/// All clocks share what is looked at, except for their requests' queues, so that many parallel tests cost
/// little more than one.
final class Timekeeper: Sendable {
  static let shared = Timekeeper()

  /// A seeker with the state of its search.
  private struct Entry {
    let seeker: any RestSeeker
    let search: RestSearch
  }

  private struct State {
    var seekers: [any RestSeeker] = []
    var isKeeping = false

    func position(of seeker: any RestSeeker) -> Int? {
      // By hand, as in `Rest`.
      var index = seekers.count - 1
      while index >= 0, seekers[index] !== seeker { index -= 1 }
      return index >= 0 ? index : nil
    }
  }

  private let state = Locked(State())
  private let lookout = Lookout(for: .anywhere)

  private var thread: WaitingThread { lookout.thread }
  private var queues: PassedQueues { lookout.queues }

  private init() {}

  /// Adds a seeker, which is called when everything is at rest.
  func seek(_ seeker: any RestSeeker) {
    let begins = state.withLock { state in
      if state.position(of: seeker) == nil { state.seekers.append(seeker) }
      defer { state.isKeeping = true }
      return !state.isKeeping
    }
    if begins {
      BlockingWork.perform { ThreadWatch.looking { self.keep() } }
    } else {
      thread.call()
    }
  }

  /// Looks again soon, if there are seekers.
  func wake() {
    if state.withLock({ $0.isKeeping }) { thread.call() }
  }

  /// Returns the time limit of a seeker's wait.
  func limit(of duration: Duration) -> FairLimit { FairLimit(duration, by: lookout.pulse) }

  /// The queues without progress for a while.
  var waysNotPassed: Set<PassedQueues.Way> { queues.notPassed(for: .milliseconds(100)) }

  /// Looks until there has been no seeker for a while.
  private func keep() {
    var naps = Naps()
    var entries: [Entry] = []
    while true {
      let calls = thread.calls
      lookout.beat()
      entries = renewed(entries)
      guard entries.isEmpty else {
        if look(for: entries) { continue }
        // Looking for a crowd takes long, and would take the time from the tests.
        if entries.count > Self.crowd {
          Thread.sleep(forTimeInterval: Self.rest(after: entries.count))
        }
        naps.take(on: thread, since: calls)
        continue
      }
      thread.sleep(since: calls, atMost: Self.idleness)
      let isOver = state.withLock { state in
        state.isKeeping = !state.seekers.isEmpty
        return !state.isKeeping
      }
      if isOver { return ThreadWatch.stopLooking() }
    }
  }

  /// Returns the seekers that still wait.
  private func renewed(_ entries: [Entry]) -> [Entry] {
    var searches: [ObjectIdentifier: RestSearch] = [:]
    for entry in entries { searches[ObjectIdentifier(entry.seeker)] = entry.search }
    var renewed: [Entry] = []
    for seeker in state.withLock({ $0.seekers }) {
      guard seeker.isWanted else {
        drop(seeker)
        continue
      }
      // The address may belong to another seeker by now.
      let search = searches[ObjectIdentifier(seeker)].flatMap { $0.rest === seeker.rest ? $0 : nil }
      renewed.append(
        Entry(seeker: seeker, search: search ?? RestSearch(for: seeker.rest, by: lookout)))
    }
    return renewed
  }

  /// The number of seekers for which looking takes no time.
  private static let crowd = 8

  /// The wait after a look for so many seekers, in seconds.
  private static func rest(after count: Int) -> Double { min(Double(count) * 0.000_05, 0.02) }

  /// How long the thread is kept without seekers.
  private static let idleness = DispatchTimeInterval.milliseconds(50)

  private func drop(_ seeker: any RestSeeker) {
    let gone = state.withLock { state in
      state.position(of: seeker).map { state.seekers.remove(at: $0) }
    }
    withExtendedLifetime(gone) {}
    // It may have begun to seek again at this very moment.
    if seeker.isWanted { seek(seeker) }
  }

  /// Tells the seekers whose clocks are at rest, and returns whether there were any.
  private func look(for entries: [Entry]) -> Bool {
    var candidates: [Candidate] = []
    for entry in entries {
      let clock = entry.seeker.clock
      guard clock.isQuiet, !entry.seeker.rest.isLeftBehind,
        let finding = entry.search.look(after: clock.changes)
      else { continue }
      candidates.append(Candidate(seeker: entry.seeker, search: entry.search, finding: finding))
    }
    func keepThoseAtRest() -> Bool {
      candidates.removeAll { !$0.isUpToDate }
      return !candidates.isEmpty
    }
    guard keepThoseAtRest() else { return false }
    let told = candidates.filter(isAtRestAfterTelling)
    if !told.isEmpty { return tell(told, isFull: false) }
    let isPassing = candidates.contains { $0.search.isPassing }
    let finding = ThreadWatch.waitForSleep(
      patiently: !isPassing && isAlone(candidates), while: keepThoseAtRest)
    switch finding {
    case .asleep:
      // Work that waits for a sleeping thread is not visible on any thread: that of the main thread, or of
      // a pool whose threads are all taken.
      let missing = queues.passCommon(atMost: RestSearch.blockedAfter)
      if !missing.isEmpty {
        guard areBlocked(missing, by: candidates) else { return false }
        candidates.removeAll { $0.search.sleep < RestSearch.blockedAfter }
      }
    case .awake(let threads): pass(&candidates, seeing: threads)
    case .unseen: pass(&candidates, seeing: nil)
    }
    return tell(candidates, isFull: true)
  }

  /// Lets every search go on through the queues, and keeps those that are through.
  private func pass(_ candidates: inout [Candidate], seeing threads: ThreadWatch.Look?) {
    candidates.removeAll { !$0.search.pass(at: $0.finding, seeing: threads) }
  }

  /// Whether queues make no progress, while every thread sleeps, because they wait for the seekers, and not
  /// for real time.
  private func areBlocked(_ ways: Set<PassedQueues.Way>, by candidates: [Candidate]) -> Bool {
    if ways == [.main], isAlone(candidates) {
      return ThreadWatch.staysAsleep(for: RestSearch.blockedAfter)
    }
    let patience = ways == [.main] ? RestSearch.patience : lookout.care.queuePatience
    return queues.areNotPassed(ways, for: patience)
      && ThreadWatch.staysAsleep(for: Self.poolPatience)
  }

  /// Whether only delegates were called since the last rest, and have returned.
  private func isAtRestAfterTelling(_ candidate: Candidate) -> Bool {
    let rest = candidate.seeker.rest
    guard rest.hasOnlyTold else { return false }
    // If a delegate is still at work, everything is checked.
    return queues.pass(requests: rest.drains, atMost: Self.tellingPatience).isEmpty
  }

  /// Whether no other clock's code may be among the threads.
  private func isAlone(_ candidates: [Candidate]) -> Bool {
    Lanes.openCount <= candidates.count
  }

  /// Tells the seekers whose clocks are still at rest, and returns whether there were any.
  private func tell(_ candidates: [Candidate], isFull: Bool) -> Bool {
    var hasTold = false
    for candidate in candidates where candidate.isUpToDate {
      hasTold = true
      let count = candidate.finding.count
      candidate.seeker.rest.prove(at: count, isFull: isFull)
      if !candidate.seeker.hasComeToRest(at: count) { drop(candidate.seeker) }
    }
    return hasTold
  }

  private static let tellingPatience = Duration.milliseconds(1)
  /// How long every thread sleeps before the threads of a pool count as blocked.
  private static let poolPatience = Duration.milliseconds(50)

  /// A seeker whose counted activity is at rest.
  private struct Candidate {
    let seeker: any RestSeeker
    let search: RestSearch
    let finding: RestSearch.Finding

    /// Whether nothing has happened since.
    var isUpToDate: Bool {
      seeker.clock == ClockLook(isQuiet: true, changes: finding.changes)
        && seeker.rest.count == finding.count
        && (finding.isHeldWithin || !seeker.rest.waitsForScopeWithin)
    }
  }
}

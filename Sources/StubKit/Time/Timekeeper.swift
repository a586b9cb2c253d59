import Dispatch
import Foundation

/// What is seen of a clock itself.
struct ClockLook: Equatable {
  /// Whether nobody is at work on it.
  let isQuiet: Bool
  /// How often that has changed, or who sleeps.
  let changes: Int
}

/// Somebody who waits for everything to be at rest that belongs to a clock.
protocol RestSeeker: AnyObject, Sendable {
  var rest: Rest { get }
  var clock: ClockLook { get }
  /// Whether it still waits; asked while it does not find rest.
  var isWanted: Bool { get }
  /// Everything was at rest at this count of what has happened.
  ///
  /// - Returns: Whether it waits for rest again.
  func hasComeToRest(at count: Int) -> Bool
}

/// Looks for rest, on one thread for all clocks of the process that wait for it.
///
/// What is looked at is the same for all of them but for their requests' queues, so that many tests at once
/// cost little more than one.
final class Timekeeper: Sendable {
  static let shared = Timekeeper()

  /// Somebody who seeks rest, and what has been seen for him.
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

  /// Has somebody hear when everything is at rest.
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

  /// Looks again soon, if anybody seeks rest.
  func wake() {
    if state.withLock({ $0.isKeeping }) { thread.call() }
  }

  /// How long somebody waits who seeks rest.
  func limit(of duration: Duration) -> FairLimit { FairLimit(duration, by: lookout.pulse) }

  /// The queues on which something has not got on for a while.
  var waysNotPassed: Set<PassedQueues.Way> { queues.notPassed(for: .milliseconds(100)) }

  /// Looks until nobody has sought rest for a while.
  private func keep() {
    var naps = Naps()
    var entries: [Entry] = []
    while true {
      let calls = thread.calls
      lookout.beat()
      entries = renewed(entries)
      guard entries.isEmpty else {
        if look(for: entries) { continue }
        // To look for a crowd takes long, and would take it from the tests.
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

  /// Those who still seek rest.
  private func renewed(_ entries: [Entry]) -> [Entry] {
    var searches: [ObjectIdentifier: RestSearch] = [:]
    for entry in entries { searches[ObjectIdentifier(entry.seeker)] = entry.search }
    var renewed: [Entry] = []
    for seeker in state.withLock({ $0.seekers }) {
      guard seeker.isWanted else {
        drop(seeker)
        continue
      }
      // Another one may stand by now where one stood.
      let search = searches[ObjectIdentifier(seeker)].flatMap { $0.rest === seeker.rest ? $0 : nil }
      renewed.append(
        Entry(seeker: seeker, search: search ?? RestSearch(for: seeker.rest, by: lookout)))
    }
    return renewed
  }

  /// For how many it takes no time to look.
  private static let crowd = 8

  /// How long is waited after a look for so many, in seconds.
  private static func rest(after count: Int) -> Double { min(Double(count) * 0.000_05, 0.02) }

  /// How long nobody seeks rest before the thread is given back.
  private static let idleness = DispatchTimeInterval.milliseconds(50)

  private func drop(_ seeker: any RestSeeker) {
    let gone = state.withLock { state in
      state.position(of: seeker).map { state.seekers.remove(at: $0) }
    }
    withExtendedLifetime(gone) {}
    // It may have begun to seek again at this very moment.
    if seeker.isWanted { seek(seeker) }
  }

  /// Tells those for whom everything is at rest; whether there were any.
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
      // What waits for a thread that sleeps shows on none: the main one, or those of a pool that are all taken.
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

  /// Has everybody go on through the queues, and leaves those who are through.
  private func pass(_ candidates: inout [Candidate], seeing threads: ThreadWatch.Look?) {
    candidates.removeAll { !$0.search.pass(at: $0.finding, seeing: threads) }
  }

  /// Whether queues that do not get on while every thread sleeps wait for those who seek rest, and not for what
  /// somebody else waits for in real time.
  private func areBlocked(_ ways: Set<PassedQueues.Way>, by candidates: [Candidate]) -> Bool {
    if ways == [.main], isAlone(candidates) {
      return ThreadWatch.staysAsleep(for: RestSearch.blockedAfter)
    }
    let patience = ways == [.main] ? RestSearch.patience : lookout.care.queuePatience
    return queues.areNotPassed(ways, for: patience)
      && ThreadWatch.staysAsleep(for: Self.poolPatience)
  }

  /// Whether somebody's delegate has only been told something, and has taken it.
  private func isAtRestAfterTelling(_ candidate: Candidate) -> Bool {
    let rest = candidate.seeker.rest
    guard rest.hasOnlyTold else { return false }
    // Whose delegate is not done yet is looked at with everything.
    return queues.pass(requests: rest.drains, atMost: Self.tellingPatience).isEmpty
  }

  /// Whether nobody is known whose threads are no concern of some who seek rest.
  private func isAlone(_ candidates: [Candidate]) -> Bool {
    Lanes.openCount <= candidates.count
  }

  /// Tells those for whom everything is still at rest; whether there were any.
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
  /// How long everybody sleeps before the threads of a pool count as blocked.
  private static let poolPatience = Duration.milliseconds(50)

  /// Somebody for whom everything is at rest, as far as is counted.
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

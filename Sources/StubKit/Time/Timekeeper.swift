import Dispatch
import Foundation

/// Whether a seeker's clock has no busy participant, and how often the clock has changed.
struct ClockLook: Equatable {
  let isQuiet: Bool
  let changes: Int
}

protocol RestSeeker: AnyObject, Sendable {
  var rest: Rest { get }
  var clock: ClockLook { get }
  /// Whether the seeker still waits; if not, the timekeeper drops it before the next look.
  var isWanted: Bool { get }
  /// Called when everything was at rest at this count of activity; true to wait for rest again.
  func hasComeToRest(at count: Int) -> Bool
}

/// Looks for rest, on one thread for all simulated clocks of the process.
///
/// The clocks share each look at threads and at queues, but for the queues of their own requests:
/// so many parallel tests cost little more than one.
final class Timekeeper: Sendable {
  static let shared = Timekeeper()

  private struct Entry {
    let seeker: any RestSeeker
    let search: RestSearch

    var isUpToDate: Bool {
      guard let finding = search.finding else { return false }
      return seeker.clock == ClockLook(isQuiet: true, changes: search.changes)
        && seeker.rest.count == search.count
        && (finding.isHeldWithin || !seeker.rest.waitsForScopeWithin)
    }
  }

  private struct State {
    var entries: [Entry] = []
    var isKeeping = false

    func position(of seeker: any RestSeeker) -> Int? {
      // A loop by hand, for the reason given in `Rest`.
      var index = entries.count - 1
      while index >= 0, entries[index].seeker !== seeker { index -= 1 }
      return index >= 0 ? index : nil
    }
  }

  private let state = Locked(State())
  private let lookout = Lookout(for: .anywhere)

  private var thread: WaitingThread { lookout.thread }
  private var queues: PassedQueues { lookout.queues }

  private init() {}

  func seek(_ seeker: any RestSeeker) {
    let begins = state.withLock { state in
      if state.position(of: seeker) == nil {
        let search = RestSearch(for: seeker.rest, by: lookout)
        state.entries.append(Entry(seeker: seeker, search: search))
      }
      return !exchange(&state.isKeeping, for: true)
    }
    if begins {
      BlockingWork.perform { ThreadWatch.looking { self.keep() } }
    } else {
      thread.call()
    }
  }

  func wake() { if state.withLock({ $0.isKeeping }) { thread.call() } }

  func limit(of duration: Duration) -> Pulse.Limit { lookout.pulse.limit(of: duration) }

  var waysNotPassed: Set<PassedQueues.Way> { queues.notPassed(for: .milliseconds(100)) }

  /// Looks until there has been no seeker for a while.
  private func keep() {
    var naps = Naps()
    while true {
      let calls = thread.calls
      lookout.beat()
      let entries = self.entries
      guard entries.isEmpty else {
        if look(for: entries) { continue }
        // Constant looks for many seekers would take processor time from the tests.
        if entries.count > 8 {
          Thread.sleep(forTimeInterval: min(Double(entries.count) * 0.000_05, 0.02))
        }
        naps.take(on: thread, since: calls)
        continue
      }
      thread.sleep(since: calls, atMost: .milliseconds(50))
      let isOver = state.withLock { state in
        state.isKeeping = !state.entries.isEmpty
        return !state.isKeeping
      }
      if isOver { return }
    }
  }

  private var entries: [Entry] {
    state.withLock(\.entries).filter { entry in
      guard !entry.seeker.isWanted else { return true }
      drop(entry.seeker)
      return false
    }
  }

  private func drop(_ seeker: any RestSeeker) {
    let gone = state.withLock { state in
      state.position(of: seeker).map { state.entries.remove(at: $0) }
    }
    withExtendedLifetime(gone) {}
    // The seeker may have called `seek` again just before it was removed.
    if seeker.isWanted { seek(seeker) }
  }

  /// Tells the seekers whose clocks are at rest; false if there are none.
  private func look(for entries: [Entry]) -> Bool {
    var candidates = entries.filter { entry in
      let clock = entry.seeker.clock
      return clock.isQuiet && !entry.seeker.rest.isLeftBehind
        && entry.search.look(after: clock.changes)
    }
    func keepThoseAtRest() -> Bool {
      candidates.removeAll { !$0.isUpToDate }
      return !candidates.isEmpty
    }
    guard keepThoseAtRest() else { return false }
    let told = candidates.filter(isAtRestAfterTelling)
    if !told.isEmpty { return tell(told, isFull: false) }
    let isPassing = candidates.contains { $0.search.isPassing }
    switch ThreadWatch.waitForSleep(
      patiently: !isPassing && isAlone(candidates), while: keepThoseAtRest)
    {
    case .asleep(let threads):
      // Work that waits for a sleeping thread is not visible on any thread: work for the main
      // thread, or for a pool whose threads are all taken.
      let missing = queues.pass(PassedQueues.common, atMost: .milliseconds(4))
      if !missing.isEmpty {
        guard areBlocked(missing, by: candidates, among: threads) else { return false }
        candidates.removeAll { $0.search.sleep < RestSearch.blockedAfter }
      }
    case .awake(let threads):
      candidates.removeAll { !$0.search.pass(seeing: threads) }
    }
    return tell(candidates, isFull: true)
  }

  /// Whether `ways`, stuck while all threads sleep, wait for the seekers and not for real time.
  private func areBlocked(
    _ ways: Set<PassedQueues.Way>, by candidates: [Entry], among threads: Set<Int32>
  ) -> Bool {
    if ways == [.main], isAlone(candidates) {
      return ThreadWatch.staysAsleep(for: RestSearch.blockedAfter)
    }
    let patience = ways == [.main] ? RestSearch.patience : lookout.care.queuePatience
    // A fact of libdispatch: a pool whose threads are all blocked gets one more thread each second,
    // which may get on with the queue's work.
    return (ways == [.main] || lookout.areAlways(threads, for: patience))
      && queues.areNotPassed(ways, for: patience)
      // The threads of a pool count as blocked only after all threads have slept for this long.
      && ThreadWatch.staysAsleep(for: .milliseconds(50))
  }

  private func isAtRestAfterTelling(_ candidate: Entry) -> Bool {
    let rest = candidate.seeker.rest
    guard rest.hasOnlyTold else { return false }
    // A delegate that is still at work holds up the marker; then everything is checked.
    return queues.pass(PassedQueues.stage(of: rest.drains), atMost: .milliseconds(1)).isEmpty
  }

  private func isAlone(_ candidates: [Entry]) -> Bool { Lanes.openCount <= candidates.count }

  private func tell(_ candidates: [Entry], isFull: Bool) -> Bool {
    var hasTold = false
    for candidate in candidates where candidate.isUpToDate {
      guard let count = candidate.search.count else { continue }
      hasTold = true
      candidate.seeker.rest.prove(at: count, isFull: isFull)
      if !candidate.seeker.hasComeToRest(at: count) { drop(candidate.seeker) }
    }
    return hasTold
  }
}

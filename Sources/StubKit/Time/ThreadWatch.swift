import CStubKit
import Foundation

/// Whether the threads of this process sleep, as the system sees it.
package enum ThreadWatch {
  /// What the threads have come to.
  enum Finding {
    /// Every one sleeps, and none has run in between: nothing can happen but by time, or from outside.
    case asleep
    /// Some run, and do not stop soon; they may be anybody's.
    case awake(Look)
    /// They cannot be looked at here.
    case unseen
  }

  /// What was seen at one moment.
  struct Look {
    /// How long each thread has run, but for those that only look, in nanoseconds.
    fileprivate let haveRun: [Int32: UInt64]
    /// Those that are awake: they run, or would if it were their turn.
    fileprivate let awake: Set<Int32>

    /// Whether whoever was awake by then has had a turn since, or sleeps.
    ///
    /// A thread that has taken something from a queue, and lost its turn before it began, is overtaken by all
    /// that passes through the queue.
    func allHaveRun(since before: Look) -> Bool {
      before.awake.intersection(awake).allSatisfy { thread in
        guard let then = before.haveRun[thread], let now = haveRun[thread] else { return true }
        return now &- then >= ThreadWatch.turn
      }
    }
  }

  /// How long a thread runs at least that has begun what it has taken from a queue, in nanoseconds.
  private static let turn: UInt64 = 50_000

  /// More threads are not looked at: it would take too long.
  private static let most = 96
  /// How long a thread has run that is on no hop from queue to queue, and one that is not at a piece of work
  /// that ends soon, in nanoseconds.
  private static let (longHop, longWork): (UInt64, UInt64) = (4_000_000, 30_000_000)
  /// How often is looked where it is likely that all of them will sleep.
  private static let mostLooks = 200
  /// How long is waited between two looks at first, and at most, in seconds.
  private static let (shortestNap, longestNap) = (0.000_05, 0.000_4)

  /// Threads that do nothing but look, by how often they were entered.
  private static let lookers = Locked<[Int32: Int]>([:])
  /// Whether threads are not to be looked at, as if they could not be.
  static let isBlind = Locked(false)

  /// Runs what does nothing but look: its thread is nobody's work.
  static func looking<Result>(_ look: () -> Result) -> Result {
    let own = stubkit_thread_number()
    lookers.withLock { $0[own, default: 0] += 1 }
    defer { lookers.withLock { $0[own] = $0[own] == 1 ? nil : ($0[own] ?? 1) - 1 } }
    return look()
  }

  /// Gives back what is kept for looking; whoever looks again does not mind.
  static func stopLooking() { stubkit_stop_looking_at_threads() }

  /// Whether all of some threads sleep; nil if that cannot be seen.
  static func areAsleep(_ threads: some Sequence<Int32>) -> Bool? {
    guard !isBlind.withLock({ $0 }) else { return nil }
    for number in threads {
      switch stubkit_is_thread_asleep(number) {
      case 0: return false
      case 1: continue
      default: return nil
      }
    }
    return true
  }

  /// Waits until every thread sleeps, but not for those that run longer than it takes to pass something on.
  ///
  /// No stranger's thread is left out: it may hold a queue on which something of ours waits.
  ///
  /// - Parameters:
  ///   - isPatient: Whether it is likely that they will.
  ///   - isWanted: Whether it is still worth looking.
  static func waitForSleep(patiently isPatient: Bool, while isWanted: () -> Bool) -> Finding {
    guard isPatient else {
      guard let look = look() else { return .unseen }
      return look.awake.isEmpty && look.haveRun == haveRun ? .asleep : .awake(look)
    }
    guard let first = haveRun else { return .unseen }
    var (before, nap) = (first, shortestNap)
    // Those that have run from the beginning, and have not stopped since.
    var working = first.keys.filter { areAsleep([$0]) == false }
    var allSleep = working.isEmpty
    for _ in 0..<mostLooks {
      guard let now = haveRun else { return .unseen }
      // Who slept, and has run neither before since it was looked at, nor after, was asleep at one moment with
      // all the others.
      if allSleep, now == before { return .asleep }
      func hasRun(_ thread: Int32, longerThan limit: UInt64) -> Bool {
        first[thread].map { (now[thread] ?? $0) &- $0 > limit } ?? false
      }
      let isWork = now.keys.contains { hasRun($0, longerThan: longHop) }
      if isWork, working.allSatisfy({ hasRun($0, longerThan: longWork) }) { break }
      guard isWanted() else { break }
      before = now
      Thread.sleep(forTimeInterval: nap)
      nap = min(2 * nap, longestNap)
      working.removeAll { areAsleep([$0]) != false }
      allSleep = working.isEmpty && areAsleep(before.keys) == true
    }
    return look().map { .awake($0) } ?? .unseen
  }

  /// Looks at all threads; nil if that is not possible.
  private static func look() -> Look? {
    guard let haveRun else { return nil }
    return Look(haveRun: haveRun, awake: Set(haveRun.keys.filter { areAsleep([$0]) == false }))
  }

  /// Whether every thread sleeps on for some time, and none runs in between.
  static func staysAsleep(for duration: Duration) -> Bool {
    guard let before = haveRun else { return false }
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {
      guard areAsleep(before.keys) == true, haveRun == before else { return false }
      Thread.sleep(forTimeInterval: longestNap)
    }
    return areAsleep(before.keys) == true && haveRun == before
  }

  /// How long each thread has run, but for those that only look; nil if that cannot be seen.
  private static var haveRun: [Int32: UInt64]? {
    guard !isBlind.withLock({ $0 }) else { return nil }
    let lookers = lookers.withLock { $0 }
    return withUnsafeTemporaryAllocation(of: stubkit_thread.self, capacity: most) { threads in
      let count = Int(stubkit_look_at_threads(threads.baseAddress, Int32(most)))
      guard 0..<most ~= count else { return nil }
      var haveRun: [Int32: UInt64] = [:]
      for thread in threads[..<count] where lookers[thread.number] == nil {
        haveRun[thread.number] = thread.has_run
      }
      return haveRun
    }
  }
}

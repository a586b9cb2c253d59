import CStubKit
import Foundation

/// Tells whether the threads of this process sleep, from the operating system.
package enum ThreadWatch {
  enum Finding {
    /// Every thread sleeps, and none has run in between: only time or the outside can wake them.
    case asleep(Set<Int32>)
    /// Some threads run, and do not stop soon; they may be anybody's.
    case awake(Look)
    case unseen
  }

  struct Look {
    /// The running time of each thread in nanoseconds, without threads that only look.
    fileprivate let haveRun: [Int32: UInt64]
    fileprivate let awake: Set<Int32>

    /// Whether each thread that was awake has run since, long enough to begin the work it has taken, or sleeps.
    ///
    /// A thread that has taken work from a queue, and lost its turn before it began, is overtaken by every
    /// marker that goes through the queue.
    func allHaveRun(since before: Look) -> Bool {
      before.awake.intersection(awake).allSatisfy { thread in
        guard let then = before.haveRun[thread], let now = haveRun[thread] else { return true }
        return now &- then >= 50_000
      }
    }
  }

  /// With more threads, looking would take too long.
  private static let most = 512
  /// The running time of a thread that does more than pass work on, and of one whose work does not end
  /// soon, in nanoseconds.
  private static let (longHop, longWork): (UInt64, UInt64) = (4_000_000, 30_000_000)
  private static let mostLooks = 200
  /// The first and the longest wait between two looks, in seconds.
  private static let (shortestNap, longestNap) = (0.000_05, 0.000_4)

  /// Threads that only look, with how often each has begun to.
  private static let lookers = Locked<[Int32: Int]>([:])
  /// Whether threads cannot be looked at, for tests.
  static let isBlind = Locked(false)

  /// Runs code that only looks, so that its thread does not count as work.
  static func looking<Result>(_ look: () -> Result) -> Result {
    let own = stubkit_thread_number()
    lookers.withLock { $0[own, default: 0] += 1 }
    defer { lookers.withLock { $0[own] = $0[own] == 1 ? nil : ($0[own] ?? 1) - 1 } }
    return look()
  }

  static func stopLooking() { stubkit_stop_looking_at_threads() }

  /// Whether some threads all sleep; nil if that cannot be seen.
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

  /// Waits until every thread sleeps, except for those that run longer than it takes to pass work on.
  ///
  /// All threads of the process count: any of them may hold a queue on which work of ours waits.
  ///
  /// - Parameters:
  ///   - isPatient: Whether all threads will probably sleep soon.
  ///   - isWanted: Whether it is still worth looking.
  static func waitForSleep(patiently isPatient: Bool, while isWanted: () -> Bool) -> Finding {
    guard isPatient else {
      guard let look = look() else { return .unseen }
      return look.awake.isEmpty && look.haveRun == haveRun
        ? .asleep(Set(look.haveRun.keys)) : .awake(look)
    }
    guard let first = haveRun else { return .unseen }
    var (before, nap) = (first, shortestNap)
    // The threads that have run since the start without a stop.
    var working = first.keys.filter { areAsleep([$0]) == false }
    var allSleep = working.isEmpty
    for _ in 0..<mostLooks {
      guard let now = haveRun else { return .unseen }
      // Threads that slept, and ran neither before nor after, were all asleep at one moment.
      if allSleep, now == before { return .asleep(Set(now.keys)) }
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

  private static func look() -> Look? {
    guard let haveRun else { return nil }
    return Look(haveRun: haveRun, awake: Set(haveRun.keys.filter { areAsleep([$0]) == false }))
  }

  static func staysAsleep(for duration: Duration) -> Bool {
    guard let before = haveRun else { return false }
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {
      guard areAsleep(before.keys) == true, haveRun == before else { return false }
      Thread.sleep(forTimeInterval: longestNap)
    }
    return areAsleep(before.keys) == true && haveRun == before
  }

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

import CStubKit
import Foundation

/// Asks the operating system whether the threads of this process sleep.
package enum ThreadWatch {
  enum Finding {
    /// Every thread sleeps, and none ran between two looks: only time or the outside can wake one.
    case asleep(Set<Int32>)
    /// A thread is awake, or has run between two looks; nil if threads cannot be seen.
    case awake(Look?)
  }

  package struct Look {
    /// The running time of each thread in nanoseconds, without threads that only look.
    fileprivate let haveRun: [Int32: UInt64]
    fileprivate let awake: Set<Int32>

    /// Whether every thread awake at `before` sleeps by now, or has run enough to begin its work.
    ///
    /// A thread may take work from a queue and be preempted before it begins the work. Every marker
    /// that goes through the queue then overtakes that work.
    func allHaveRun(since before: Look?) -> Bool {
      guard let before else { return true }
      return before.awake.intersection(awake).allSatisfy { thread in
        guard let then = before.haveRun[thread], let now = haveRun[thread] else { return true }
        return now &- then >= 50_000
      }
    }
  }

  /// Looking at more threads would take too long.
  private static let most = 512
  private static let mostLooks = 50
  /// The first and the longest wait between two looks, in seconds.
  private static let (shortestNap, longestNap) = (0.000_05, 0.000_4)

  private static let lookers = Locked<Set<Int32>>([])
  /// A test sets this to simulate a system on which threads cannot be looked at.
  static let isBlind = Locked(false)

  /// While it runs `look`, the calling thread does not count as one at work.
  static func looking(_ look: () -> Void) {
    let own = stubkit_thread_number()
    _ = lookers.withLock { $0.insert(own) }
    look()
    stubkit_stop_looking_at_threads()
    _ = lookers.withLock { $0.remove(own) }
  }

  /// Whether all of the threads sleep; nil if that cannot be seen.
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

  /// Waits for every thread to sleep, but only for a while, since some work does not end soon.
  ///
  /// All threads of the process count: any may hold a queue on which a test's work waits. Pass
  /// `isPatient` if all threads will probably sleep soon.
  static func waitForSleep(patiently isPatient: Bool, while isWanted: () -> Bool) -> Finding {
    var nap = shortestNap
    for _ in 0..<mostLooks {
      guard let look = look(), let haveRun else { return .awake(nil) }
      // Each thread was found asleep, and none has run meanwhile: all slept at one moment.
      if look.awake.isEmpty, look.haveRun == haveRun { return .asleep(Set(haveRun.keys)) }
      guard isPatient, isWanted() else { return .awake(look) }
      Thread.sleep(forTimeInterval: nap)
      nap = min(2 * nap, longestNap)
    }
    return .awake(look())
  }

  private static func look() -> Look? {
    guard let haveRun else { return nil }
    return Look(haveRun: haveRun, awake: Set(haveRun.keys.filter { areAsleep([$0]) == false }))
  }

  static func staysAsleep(for duration: Duration) -> Bool {
    guard let before = haveRun else { return false }
    let end = ContinuousClock.now + duration
    while areAsleep(before.keys) == true, haveRun == before {
      if ContinuousClock.now >= end { return true }
      Thread.sleep(forTimeInterval: longestNap)
    }
    return false
  }

  private static var haveRun: [Int32: UInt64]? {
    guard !isBlind.withLock({ $0 }) else { return nil }
    let lookers = lookers.withLock { $0 }
    return withUnsafeTemporaryAllocation(of: stubkit_thread.self, capacity: most) { threads in
      let count = Int(stubkit_look_at_threads(threads.baseAddress, Int32(most)))
      guard 0..<most ~= count else { return nil }
      var haveRun: [Int32: UInt64] = [:]
      for thread in threads[..<count] where !lookers.contains(thread.number) {
        haveRun[thread.number] = thread.has_run
      }
      return haveRun
    }
  }
}

import CStubKit
import Dispatch
import Foundation

/// The threads on which lanes run: one for each processor, at least two; blocked ones do not count.
///
/// They come from serial queues, like the clients' threads: the thread that delivered an answer then
/// runs the waiting task, and no other thread has to be woken. A blocking step in libdispatch's
/// global pool, which gets only one more thread a second, would starve other code.
enum LaneThreads {
  private struct Run {
    let lane: JobLane
    /// How many steps had begun at the last look; `looks` counts looks in a row with no new step.
    var begun: Int
    var looks = 0
    /// Whether the thread does not count as busy, because its step does not end.
    var isBlocked = false
  }

  private struct State {
    var busyCount = 0
    var runs: [Int32: Run] = [:]
    var waiting = Ring<JobLane>()
    var isWatched = false
    var idleQueues: [DispatchQueue] = []
    var queueCount = 0

    /// Whether a lane waits for a thread, a thread has not begun, or a step waits behind another.
    var needsWatch: Bool {
      waiting.count > 0 || busyCount > runs.values.count { !$0.isBlocked }
        || runs.values.contains { $0.lane.relievesItself && $0.lane.isCongested }
    }
  }

  /// Further lanes run on threads of `BlockingWork`, since libdispatch's threads are limited, too.
  private static let mostQueues = 64
  private static let width = max(ProcessInfo.processInfo.activeProcessorCount, 2)
  private static let state = Locked(State())
  /// How many looks may find the same step before it counts as blocked although its thread is awake.
  private static let mostLooks = 20

  static var areTaken: Bool { state.withLock { $0.waiting.count > 0 } }

  static func run(_ lane: JobLane) {
    let begins = state.withLock { state in
      guard state.busyCount < width else {
        state.waiting.append(lane)
        return false
      }
      state.busyCount += 1
      return true
    }
    if begins { begin(lane) } else { watch() }
  }

  private static func begin(_ first: JobLane) {
    let queue: DispatchQueue? = state.withLock { state in
      if let queue = state.idleQueues.popLast() { return queue }
      guard state.queueCount < mostQueues else { return nil }
      state.queueCount += 1
      return DispatchQueue(label: "StubKit.lane")
    }
    guard let queue else { return BlockingWork.perform { run(first, on: nil) } }
    queue.async { run(first, on: queue) }
  }

  private static func run(_ first: JobLane, on queue: DispatchQueue?) {
    let thread = stubkit_thread_number()
    var next: JobLane? = first
    while let lane = next {
      let begun = lane.begunCount
      state.withLock { $0.runs[thread] = Run(lane: lane, begun: begun) }
      lane.run()
      next = state.withLock { state in
        if state.runs.removeValue(forKey: thread)?.isBlocked == true { state.busyCount += 1 }
        if state.busyCount <= width, let lane = state.waiting.popFirst() { return lane }
        state.busyCount -= 1
        if let queue { state.idleQueues.append(queue) }
        return nil
      }
    }
  }

  static func watch() {
    let isWatched = state.withLock { exchange(&$0.isWatched, for: true) }
    if !isWatched { lookLater() }
  }

  private static func lookLater() {
    DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + .milliseconds(5)) {
      let runs = state.withLock(\.runs)
      for (thread, run) in runs { look(at: run, on: thread) }
      let isOver = state.withLock { state in
        state.isWatched = state.needsWatch
        return !state.isWatched
      }
      if !isOver { lookLater() }
    }
  }

  private static func look(at run: Run, on thread: Int32) {
    let begun = run.lane.begunCount
    let isSame = begun == run.begun
    let isStuck =
      isSame && (run.looks >= mostLooks || ThreadWatch.areAsleep(CollectionOfOne(thread)) ?? true)
    let next: JobLane? = state.withLock { state in
      guard var now = state.runs[thread], now.lane === run.lane else { return nil }
      (now.begun, now.looks) = (begun, isSame ? run.looks + 1 : 0)
      defer { state.runs[thread] = now }
      if now.isBlocked, !isSame { state.busyCount += 1 }
      // Another lane may take the place of the stuck thread.
      if isStuck, !now.isBlocked { state.busyCount -= 1 }
      now.isBlocked = isStuck || isSame && now.isBlocked
      guard state.busyCount < width, let next = state.waiting.popFirst() else { return nil }
      state.busyCount += 1
      return next
    }
    if let next { begin(next) }
    if isStuck, run.lane.relievesItself { run.lane.relieve() }
  }
}

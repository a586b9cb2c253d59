import Dispatch
import StubKit

/// Waits on the driving thread of a director until its scenario is at rest.
final class RestWaiter {
  private let lane: JobLane
  private let time: SimulatedTime
  private let patience: Duration
  /// The number of answers that have come, plus that of exchanges that have ended.
  private let progress: () -> Int
  private let lookout = Lookout(for: .known)
  private let search: RestSearch
  private var effort = Effort()
  private var settled = Counts()
  /// Whether the last two searches found rest at the same count: a single one may miss work on
  /// unknown queues, and a task between two calls of `Task.yield()`.
  private var isConfirmed = false

  init(
    of lane: JobLane, on time: SimulatedTime, patience: Duration,
    countingProgress progress: @escaping () -> Int
  ) {
    (self.lane, self.time, self.patience, self.progress) = (lane, time, patience, progress)
    search = RestSearch(for: time.rest, by: lookout)
  }

  /// Other threads call this thread when something has happened.
  var thread: WaitingThread { lookout.thread }

  private struct Counts: Equatable {
    var count = 0
    var changes = 0
  }

  private var counts: Counts {
    Counts(count: time.rest.count, changes: time.outlook.changes)
  }

  /// The work of the operation since its last progress.
  private struct Effort {
    var (answers, time) = (0, Duration.zero)
    /// The time at work, measured by the pulse, which counts only while the process can run.
    var work = Duration.zero
    var counted = Duration.zero
    /// Whether another thread was added to the lane, because a step may block the first one.
    var isRelieved = false
  }

  private var longestEffort: Duration { max(patience * 20, .milliseconds(20)) }

  /// Waits until nothing can happen without a further step; false if some work does not end.
  ///
  /// `onlyTimeMoved`: since the last rest, this thread has woken the next sleeper and done nothing
  /// else.
  func settle(onlyTimeMoved: Bool = false) -> Bool {
    effort.counted = lookout.pulse.time
    var naps = Naps()
    while true {
      let calls = thread.calls
      lookout.beat()
      let isBusy = time.busyCount > 0
      let before = counts
      // As in `SimulatedTime.change`: a delivery was woken, and has told nobody anything. The count
      // is read after `busyCount`, since a step counts before it ends.
      if onlyTimeMoved, isConfirmed, !isBusy, before.count == settled.count,
        time.rest.hasSeenLanes
      {
        settled = before
        return true
      }
      let isQuiet = !isBusy && search.look(after: before.changes)
      if isQuiet, search.pass(), counts == before, time.busyCount == 0 {
        isConfirmed = before.count == settled.count
        settled = before
        return true
      }
      guard hasEffortLeft(isAtWork: !isQuiet || counts != before) else { return false }
      naps.take(on: thread, since: calls)
    }
  }

  /// Adds to the work since the last answer or change of time; false if the work takes too long.
  private func hasEffortLeft(isAtWork: Bool) -> Bool {
    let moment = lookout.pulse.time
    defer { effort.counted = moment }
    let (answers, now) = (progress(), time.now)
    guard (answers, now) == (effort.answers, effort.time) else {
      effort = Effort()
      (effort.answers, effort.time) = (answers, now)
      return true
    }
    if isAtWork { effort.work += moment - effort.counted }
    // A task's step may block its thread until another step has run.
    if effort.work >= longestEffort / 2, !effort.isRelieved {
      effort.isRelieved = true
      lane.relieve()
    }
    return effort.work < longestEffort
  }

  /// Waits for activity that no step has caused; false if none comes or the work takes too long.
  func waitForActivity() -> Bool {
    let before = settled
    let start = lookout.pulse.time
    let isOver = DispatchSemaphore(value: 0)
    // Only the time in which the process can run counts.
    let timer = RunningTimer(patience) { [thread] in
      isOver.signal()
      thread.call()
    }
    timer.start()
    defer { timer.cancel() }
    while true {
      let calls = thread.calls
      guard counts == before else { break }
      if isOver.wait(timeout: .now()) == .success { return counts != before }
      lookout.beat()
      thread.sleep(since: calls, atMost: .milliseconds(20))
    }
    // Counted as work, since a task that wakes again and again in real time makes no progress.
    effort.work += lookout.pulse.time - start
    return hasEffortLeft(isAtWork: false)
  }
}

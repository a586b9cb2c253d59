import CStubKit

enum Lanes {
  /// Marks the calling thread as running steps of the runtime.
  static let runtime = Int.min

  private struct Stray {
    /// The number of unfinished steps: the stray, and those that it has made ready.
    var left = 0
    var waiting: [WaitingThread] = []
  }

  private struct State {
    var lanes: [Int: JobLane] = [:]
    var isSeeing = false
    var lastNumber = 0
    /// The owner of each task by its address, with its number, since addresses are reused.
    var owners: [UInt: (lane: JobLane, task: UInt32)] = [:]
    var strayCount = 0
    var strays: [Int: Stray] = [:]
  }

  private static let mostStrays = 64
  private static let state = Locked(State())
  /// Whether to ask the runtime for steps; false pretends that it has none.
  static let isOffered = Locked(true)

  static var strayCount: Int { state.withLock { $0.strayCount } }

  static var strays: Set<Int> { state.withLock { Set($0.strays.keys) } }

  static var isSeeing: Bool { state.withLock { $0.isSeeing } }

  static var openCount: Int { state.withLock { $0.lanes.count } }

  static var newNumber: Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  static func open(_ lane: JobLane, as number: Int) {
    state.withLock { state in
      state.lanes[number] = lane
      ProcessUse.note(.lanes)
      // Set each time: another library, such as one for tests, may have replaced the hook since.
      guard isOffered.withLock({ $0 }) else { return }
      state.isSeeing = stubkit_see_jobs { Lanes.take(UInt(bitPattern: $0)) ? 1 : 0 } != 0
    }
  }

  static func close(_ number: Int, forgetting tasks: Set<UInt>) {
    state.withLock { state in
      let lane = state.lanes.removeValue(forKey: number)
      // The address may belong to a task of another lane by now.
      for task in tasks where state.owners[task]?.lane === lane { state.owners[task] = nil }
      guard state.lanes.isEmpty else { return }
      ProcessUse.forget(.lanes)
      if state.isSeeing { stubkit_look_away_from_jobs() }
    }
  }

  /// Notes the owner of a task, unless the lane has been closed meanwhile.
  static func note(_ lane: JobLane, ownsTask task: UInt32, at job: UInt) {
    state.withLock { state in
      if state.lanes[lane.number] === lane { state.owners[job] = (lane, task) }
    }
  }

  private static func take(_ job: UInt) -> Bool {
    guard ProcessUse.soFar.contains(.lanes), let step = UnsafeRawPointer(bitPattern: job)
    else { return false }
    let task = stubkit_task_number(step)
    let isTask = stubkit_is_task(step) != 0
    // The owner counts before the task that wakes it, which may be another test's.
    if isTask, let lane = owner(of: task, at: job) { return lane.add(job) }
    if let lane = JobLane.current {
      // The task was made, or woken, by a task of the lane.
      guard lane.adopt(job) else { return false }
      // Noted each time: the address may have belonged to another lane's task meanwhile.
      note(lane, ownsTask: task, at: job)
      return lane.add(job)
    }
    // The task was woken from elsewhere.
    if !isTask, let lane = owner(of: task, at: job) { return lane.add(job) }
    // Other tasks are the runtime's, with everything that they make ready, except for strays.
    let runner = stubkit_current_runner()
    let isWithinStray = runner < 0 && runner != runtime
    guard isWithinStray || (runner != runtime && withUnsafeCurrentTask { $0 == nil }) else {
      return false
    }
    // Between the steps of tasks an actor makes more steps ready, a task leaves the main actor, and a
    // delegate begins tasks. Where no more tasks are taken, an unowned task stays with the runtime.
    let lane = runner > 0 ? state.withLock { $0.lanes[runner] } : LaneHearing.lane
    if let lane, !isTask || (!lane.isLimited && lane.adopt(job)) {
      if isTask { note(lane, ownsTask: task, at: job) }
      return lane.add(job)
    }
    return takeStray(job, within: -runner)
  }

  private static func owner(of task: UInt32, at job: UInt) -> JobLane? {
    state.withLock { state in
      state.owners[job].flatMap { $0.task == task ? $0.lane : nil }
    }
  }

  /// - Returns: Whether it was taken: each takes a thread, and there may be thousands at once.
  private static func takeStray(_ job: UInt, within number: Int) -> Bool {
    let number: Int? = state.withLock { state in
      let isPart = number > 0 && state.strays[number] != nil
      guard isPart || state.strays.count < mostStrays else { return nil }
      if !isPart { state.strayCount += 1 }
      let whole = isPart ? number : state.strayCount
      state.strays[whole, default: Stray()].left += 1
      return whole
    }
    guard let number else { return false }
    BlockingWork.perform {
      stubkit_set_runner(-number)
      if let step = UnsafeMutableRawPointer(bitPattern: job) { stubkit_run_job(step) }
      stubkit_set_runner(0)
      let waiting: [WaitingThread] = state.withLock { state in
        guard var stray = state.strays[number] else { return [] }
        stray.left -= 1
        state.strays[number] = stray.left > 0 ? stray : nil
        return stray.left > 0 ? [] : stray.waiting
      }
      for thread in waiting { thread.call() }
    }
    return true
  }

  /// Whether some strays are over; if not, the thread is called when one of them ends.
  static func areOver(_ strays: Set<Int>, orCall thread: WaitingThread) -> Bool {
    state.withLock { state in
      // One of them is enough: the caller asks again then.
      guard let left = strays.first(where: { state.strays[$0] != nil }) else { return true }
      if state.strays[left]?.waiting.contains(where: { $0 === thread }) == false {
        state.strays[left]?.waiting.append(thread)
      }
      return false
    }
  }
}

import CStubKit

enum Lanes {
  /// The runner number of a thread whose new steps are left to the runtime.
  static let runtime = Int.min

  private struct State {
    var lanes: [Int: JobLane] = [:]
    var isSeeing = false
    var lastNumber = 0
    /// By a task's address: its lane, and the task's number, since addresses are reused.
    var owners: [UInt: (lane: JobLane, task: UInt32)] = [:]
    /// How many strays (see `JobLane`) have begun.
    var strayCount = 0
    /// How many unfinished steps are strays, or were made ready by one.
    var runningStrays = 0
  }

  private static let mostStrays = 64
  private static let state = Locked(State())
  /// A test sets this to false to simulate a runtime without a hook.
  static let isOffered = Locked(true)

  static var strayCount: Int { state.withLock { $0.strayCount } }

  static var runningStrays: Int { state.withLock { $0.runningStrays } }

  static var isSeeing: Bool { state.withLock { $0.isSeeing } }

  static var openCount: Int { state.withLock { $0.lanes.count } }

  /// A number that no lane and no request has had.
  static var newNumber: Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  static func open(_ lane: JobLane) {
    state.withLock { state in
      state.lanes[lane.number] = lane
      ProcessUse.note(.lanes)
      // Set for each lane: another library, such as one for tests, may have replaced the hook.
      guard isOffered.withLock({ $0 }) else { return }
      state.isSeeing = stubkit_see_jobs { Lanes.take(UInt(bitPattern: $0)) ? 1 : 0 } != 0
    }
  }

  static func close(_ lane: JobLane, forgetting tasks: Set<UInt>) {
    state.withLock { state in
      state.lanes[lane.number] = nil
      // The address may have been reused for another lane's task.
      for task in tasks where state.owners[task]?.lane === lane { state.owners[task] = nil }
      guard state.lanes.isEmpty else { return }
      ProcessUse.forget(.lanes)
      if state.isSeeing { stubkit_look_away_from_jobs() }
    }
  }

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
    // A task stays on its own lane: the task that wakes it may be on a lane of another test.
    if isTask, let lane = owner(of: task, at: job) { return lane.add(job) }
    if let lane = JobLane.current {
      // No lane owns an actor's step, since the runtime frees it and reuses its address.
      let isOpen = isTask ? lane.adopt(job, numbered: task) : !lane.isClosed
      return isOpen && lane.add(job)
    }
    // Steps made ready by a task outside the lanes go to the runtime, unless the task is a stray.
    let runner = stubkit_current_runner()
    let isWithinStray = runner < 0 && runner != runtime
    guard isWithinStray || (runner != runtime && withUnsafeCurrentTask { $0 == nil }) else {
      return false
    }
    // A stray or no task made this step ready: an actor takes its next task, a task leaves the main
    // actor, or a delegate begins a task. If its lane is limited or closed, a task is a stray.
    let lane = runner > 0 ? state.withLock { $0.lanes[runner] } : LaneHearing.lane
    if let lane, !isTask || (!lane.isLimited && lane.adopt(job, numbered: task)) {
      return lane.add(job)
    }
    return takeStray(job, isPart: isWithinStray)
  }

  private static func owner(of task: UInt32, at job: UInt) -> JobLane? {
    state.withLock { state in
      state.owners[job].flatMap { $0.task == task ? $0.lane : nil }
    }
  }

  /// Runs a stray; false if there are too many: each needs a thread, and thousands may come.
  private static func takeStray(_ job: UInt, isPart: Bool) -> Bool {
    let isTaken = state.withLock { state in
      guard isPart || state.runningStrays < mostStrays else { return false }
      state.runningStrays += 1
      if !isPart { state.strayCount += 1 }
      return true
    }
    guard isTaken else { return false }
    BlockingWork.perform {
      stubkit_set_runner(-1)
      if let step = UnsafeMutableRawPointer(bitPattern: job) { stubkit_run_job(step) }
      stubkit_set_runner(0)
      state.withLock { $0.runningStrays -= 1 }
    }
    return true
  }
}

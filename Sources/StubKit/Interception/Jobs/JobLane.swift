import CStubKit

/// A lane on which the steps of some tasks are taken, one after the other, in the order in which they
/// become ready.
///
/// On the threads of all tasks nobody can tell whether a piece of code has come to rest, or which of its
/// tasks goes on first. Every task that is made within `JobLane.$current` belongs to the lane for its
/// life, also one that nobody awaits, but for its steps on an actor with a thread of its own, such as the
/// main actor, and for the way back from `Task.yield()`, of which the runtime says nothing. Where the
/// runtime does not let us have its steps the lane stays empty.
///
/// A *stray* is a step of an actor that becomes ready on a thread without a task, since a callback has
/// woken somebody in it: nobody can say who.
final class JobLane: Sendable {
  /// The lane of the surrounding code.
  @TaskLocal static var current: JobLane?

  private struct State {
    /// The steps that are ready, in their order.
    var ready = Ring<UInt>()
    /// Steps that are kept back.
    var parked: [UInt] = []
    var isParking = false
    /// How many threads take steps; more than one only if a step blocks.
    var runners = 0
    /// How many steps have become ready so far.
    var count = 0
    /// The tasks that belong to the lane.
    var tasks: Set<UInt> = []
    var isClosed = false
    /// How many more steps of its own tasks are taken; nil if they are not counted.
    var stepsLeft: Int?
    /// The number of the first task: those of the lane that are older have come in by being woken.
    var firstTask: UInt32?

    /// Whether a step is that of a task which has come to be since the lane was opened.
    func isOwn(_ job: UInt) -> Bool {
      guard let first = firstTask, let number = JobLane.taskNumber(of: job) else { return false }
      return number >= first
    }
  }

  private let state = Locked(State())

  /// The number of the task that a step is one of; nil if it is an actor's.
  private static func taskNumber(of job: UInt) -> UInt32? {
    guard let step = UnsafeRawPointer(bitPattern: job), stubkit_is_task(step) != 0 else {
      return nil
    }
    return stubkit_task_number(step)
  }

  /// Names the lane among all of the process, from 1.
  fileprivate let number: Int
  /// Called when the lane comes to rest.
  private let whenIdle: @Sendable () -> Void

  /// Opens a lane; `close` ends it.
  init(whenIdle: @escaping @Sendable () -> Void) {
    self.whenIdle = whenIdle
    number = Lanes.newNumber
    Lanes.open(self, as: number)
  }

  /// Takes no new tasks any more; those it has it keeps.
  func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      defer { state.tasks = [] }
      return state.tasks
    }
    Lanes.close(number, forgetting: tasks)
  }

  /// Takes no more than so many steps of its tasks from now on, and none after them for as long as the lane
  /// is open.
  ///
  /// What goes round for ever, and would for the rest of the process, goes no further then. Whom it has
  /// woken goes on: a task that was there before it, and every actor.
  func limit(steps: Int) {
    state.withLock { $0.stepsLeft = steps }
  }

  /// Whether there are steps left of a limit.
  var hasStepsLeft: Bool { state.withLock { ($0.stepsLeft ?? 0) > 0 } }

  /// Whether no step is being taken or ready.
  var isIdle: Bool { state.withLock { $0.runners == 0 && $0.ready.count == 0 } }

  /// How many steps have become ready so far.
  var count: Int { state.withLock { $0.count } }

  /// How many tasks the lane has had so far.
  var taskCount: Int { state.withLock { $0.tasks.count } }

  /// The strays that are being taken, by their numbers.
  static var strays: Set<Int> { Lanes.strays }

  /// Keeps back every step that becomes ready from now on.
  func park() {
    state.withLock { $0.isParking = true }
  }

  /// Lets what has become ready since pass by what is kept back.
  func stopParking() {
    state.withLock { $0.isParking = false }
  }

  /// Takes what was kept back.
  func unpark() {
    let jobs = state.withLock { state in
      defer { state.parked = [] }
      state.isParking = false
      return state.parked
    }
    for job in jobs { add(job) }
  }

  /// Has another thread take steps, since one that is being taken does not end.
  func relieve() {
    let isNeeded = state.withLock { state in
      guard state.ready.count > 0 else { return false }
      state.runners += 1
      return true
    }
    if isNeeded { BlockingWork.perform { self.run() } }
  }

  /// Takes a task in, unless the lane is closed.
  fileprivate func adopt(_ job: UInt) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.tasks.insert(job)
      if state.firstTask == nil { state.firstTask = JobLane.taskNumber(of: job) }
      return true
    }
  }

  fileprivate func add(_ job: UInt) {
    let begins = state.withLock { state in
      state.count += 1
      if let left = state.stepsLeft, state.isOwn(job) {
        guard left > 0 else { return false }
        state.stepsLeft = left - 1
      }
      if state.isParking {
        state.parked.append(job)
        return false
      }
      state.ready.append(job)
      guard state.runners == 0 else { return false }
      state.runners = 1
      return true
    }
    if begins { BlockingWork.perform { self.run() } }
  }

  private func run() {
    stubkit_set_runner(number)
    defer { stubkit_set_runner(0) }
    while let job = next() {
      guard let step = UnsafeMutableRawPointer(bitPattern: job) else { continue }
      stubkit_run_job(step)
    }
    if isIdle { whenIdle() }
  }

  private func next() -> UInt? {
    state.withLock { state in
      if let job = state.ready.popFirst() { return job }
      state.runners -= 1
      return nil
    }
  }
}

/// All lanes of the process.
private enum Lanes {
  private struct State {
    var lanes: [Int: JobLane] = [:]
    /// Whether the runtime offers steps.
    var isOffered = false
    var lastNumber = 0
    /// Whose task is which: where it stands, and its number, since another may stand there later.
    var owners: [UInt: (lane: JobLane, task: UInt32)] = [:]
    var strayCount = 0
    /// How much of each stray is still to be taken: itself, and what has become ready by it.
    var strays: [Int: Int] = [:]

    /// Notes whose task stands where, unless the lane has been closed meanwhile.
    mutating func note(_ lane: JobLane, ownsTask task: UInt32, at job: UInt) {
      if lanes[lane.number] === lane { owners[job] = (lane, task) }
    }
  }

  private static let state = Locked(State())

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
      // Each time: somebody else may have taken the place since, as libraries for tests do.
      state.isOffered = stubkit_see_jobs { Lanes.take(UInt(bitPattern: $0)) ? 1 : 0 } != 0
    }
  }

  static func close(_ number: Int, forgetting tasks: Set<UInt>) {
    state.withLock { state in
      let lane = state.lanes.removeValue(forKey: number)
      // Another lane's task may stand by now where one of these stood.
      for task in tasks where state.owners[task]?.lane === lane { state.owners[task] = nil }
      guard state.lanes.isEmpty else { return }
      ProcessUse.forget(.lanes)
      if state.isOffered { stubkit_look_away_from_jobs() }
    }
  }

  /// Takes a step over, if it is that of a task which belongs to a lane.
  private static func take(_ job: UInt) -> Bool {
    guard ProcessUse.soFar.contains(.lanes), let step = UnsafeRawPointer(bitPattern: job)
    else { return false }
    let task = stubkit_task_number(step)
    if let lane = JobLane.current {
      // Made, or woken, by a task of the lane.
      guard lane.adopt(job) else { return false }
      // Each time: where the task stands another lane's may have stood meanwhile.
      state.withLock { $0.note(lane, ownsTask: task, at: job) }
      lane.add(job)
      return true
    }
    // Woken from elsewhere.
    if let owner = state.withLock({ $0.owners[job] }), owner.task == task {
      owner.lane.add(job)
      return true
    }
    // Other tasks are the runtime's, and so is what becomes ready by them.
    guard stubkit_is_task(step) == 0, withUnsafeCurrentTask(body: { $0 == nil })
    else { return false }
    // Between the steps of tasks an actor makes more steps ready.
    let runner = stubkit_current_runner()
    if runner > 0, let lane = state.withLock({ $0.lanes[runner] }) {
      lane.add(job)
    } else {
      takeStray(job, within: -runner)
    }
    return true
  }

  /// Takes a stray on a thread of its own.
  ///
  /// - Parameter number: The stray by which it has become ready; none if that is not positive.
  private static func takeStray(_ job: UInt, within number: Int) {
    let number = state.withLock { state in
      let isPart = number > 0 && state.strays[number] != nil
      if !isPart { state.strayCount += 1 }
      let whole = isPart ? number : state.strayCount
      state.strays[whole, default: 0] += 1
      return whole
    }
    BlockingWork.perform {
      stubkit_set_runner(-number)
      if let step = UnsafeMutableRawPointer(bitPattern: job) { stubkit_run_job(step) }
      stubkit_set_runner(0)
      state.withLock { state in
        state.strays[number, default: 1] -= 1
        if state.strays[number] == 0 { state.strays[number] = nil }
      }
    }
  }

  static var strays: Set<Int> { state.withLock { Set($0.strays.keys) } }
}

import CStubKit

/// Runs the steps of some tasks one after the other, in the order in which they become ready.
///
/// On the global executor, StubKit could not tell whether code has come to rest or which task runs
/// first. Every task that is made within `JobLane.$current`, awaited or not, belongs to the lane,
/// except for its steps on an actor with its own executor, such as the main actor, and for its
/// return from `Task.yield()`, which the runtime does not report. Without the runtime's hook the
/// lane stays empty.
///
/// A *stray* is a step that belongs to no lane and becomes ready on a thread that runs neither a
/// task nor a request of a lane: a callback has resumed an actor, or a task leaves the main actor
/// for the first time. A stray may belong to any test.
package final class JobLane: Sendable {
  @TaskLocal package static var current: JobLane?

  private struct State {
    var ready = Ring<UInt>()
    var parked: [UInt] = []
    var isParking = false
    /// How many threads run steps; more than one only if a step blocks.
    var runners = 0
    var threads: Set<Int32> = []
    /// The thread that takes the next step; if that step blocks, another thread takes over.
    var taker: Int32?
    /// How many steps have become ready, those unparked twice, and how many of them have begun.
    var (count, begun) = (0, 0)
    var tasks: Set<UInt> = []
    var isClosed = false
    /// How many more steps of the lane's own tasks may run; nil without a limit.
    var stepsLeft: Int?
    /// The number of the lane's first task; older tasks joined the lane when they were woken.
    var firstTask: UInt32?

    var isCongested: Bool { runners > 0 && ready.count > 0 }

    func isOwn(_ job: UInt) -> Bool {
      guard let firstTask, let step = UnsafeRawPointer(bitPattern: job) else { return false }
      return stubkit_is_task(step) != 0 && stubkit_task_number(step) >= firstTask
    }
  }

  private let state = Locked(State())

  let number: Int
  /// Whether another thread goes on with the steps if one of them blocks.
  let relievesItself: Bool
  private let rests = Locked<[Rest]>([])

  package init(relievingItself relievesItself: Bool) {
    self.relievesItself = relievesItself
    number = Lanes.newNumber
    Lanes.open(self)
  }

  /// The lane takes no more tasks; steps that are already ready still run.
  package func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return exchange(&state.tasks, for: [])
    }
    Lanes.close(self, forgetting: tasks)
    // Breaks a reference cycle: a rest refers to its lanes.
    rests.withLock { $0 = [] }
  }

  /// Limits the lane's own tasks, which might otherwise loop for the rest of the process.
  ///
  /// Actors, and tasks that are older than the lane, go on.
  package func limit(steps: Int) { state.withLock { $0.stepsLeft = steps } }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  var isLimited: Bool { state.withLock { $0.stepsLeft != nil } }

  package var hasStepsLeft: Bool { state.withLock { ($0.stepsLeft ?? 0) > 0 } }

  package var isIdle: Bool { state.withLock { $0.runners == 0 && $0.ready.count == 0 } }

  package var count: Int { state.withLock { $0.count } }

  package var taskCount: Int { state.withLock { $0.tasks.count } }

  package func park() { state.withLock { $0.isParking = true } }

  package func stopParking() { state.withLock { $0.isParking = false } }

  package func unpark() {
    let jobs = state.withLock { state in
      state.isParking = false
      return exchange(&state.parked, for: [])
    }
    for job in jobs { add(job) }
  }

  /// Takes a task into the lane; false if the lane is closed.
  func adopt(_ job: UInt, numbered number: UInt32) -> Bool {
    let isOpen = state.withLock { state in
      guard !state.isClosed else { return false }
      state.tasks.insert(job)
      if state.firstTask == nil { state.firstTask = number }
      return true
    }
    // Noted each time: the address may have been reused for another lane's task.
    if isOpen { Lanes.note(self, ownsTask: number, at: job) }
    return isOpen
  }

  @discardableResult
  func add(_ job: UInt) -> Bool {
    let (needsRunner, isCongested) = state.withLock { state in
      state.count += 1
      if let left = state.stepsLeft, state.isOwn(job) {
        guard left > 0 else { return (false, false) }
        state.stepsLeft = left - 1
      }
      if state.isParking {
        state.parked.append(job)
        return (false, false)
      }
      state.ready.append(job)
      guard state.runners == 0 else { return (false, true) }
      state.runners = 1
      return (true, false)
    }
    if needsRunner { LaneThreads.run(self) }
    if isCongested, relievesItself { LaneThreads.watch() }
    return true
  }

  /// Runs steps until none is ready, or until another thread has taken over.
  func run() {
    let thread = stubkit_thread_number()
    stubkit_set_runner(number)
    state.withLock { state in
      state.threads.insert(thread)
      state.taker = thread
    }
    while let job = next(by: thread) {
      guard let step = UnsafeMutableRawPointer(bitPattern: job) else { continue }
      stubkit_run_job(step)
    }
    stubkit_set_runner(0)
    guard isIdle else { return }
    for rest in rests.withLock({ $0 }) { rest.mayHaveCome() }
  }

  private func next(by thread: Int32) -> UInt? {
    state.withLock { state in
      if state.taker ?? thread == thread {
        state.taker = thread
        if let job = state.ready.popFirst() {
          state.begun += 1
          return job
        }
        state.taker = nil
      }
      state.runners -= 1
      state.threads.remove(thread)
      return nil
    }
  }
}

extension JobLane {
  var threads: Set<Int32> { state.withLock { $0.threads } }

  var isCongested: Bool { state.withLock { $0.isCongested } }

  var begunCount: Int { state.withLock { $0.begun } }

  /// Lets another thread run steps, because the running step does not end.
  package func relieve() {
    let isNeeded = state.withLock { state in
      guard state.ready.count > 0 else { return false }
      state.runners += 1
      return true
    }
    if isNeeded { LaneThreads.run(self) }
  }
}

extension JobLane {
  func tell(_ rest: Rest) {
    rests.withLock { if !$0.contains(where: { $0 === rest }) { $0.append(rest) } }
  }

  func forget(_ rest: Rest) { rests.withLock { $0.removeAll { $0 === rest } } }

  /// Whether the clock of a nested scope, which goes first, still has something to do.
  func isAwaited(within rest: Rest) -> Bool {
    rests.withLock { $0 }.contains { $0.isWithin(rest) && $0.isDue }
  }

  /// Moves the calling task to the lane until `close`; a task that is bound to the main actor
  /// stays, and only the tasks that it makes run on the lane.
  func enter(isolation: isolated (any Actor)? = #isolation) async {
    guard stubkit_sees_jobs() != 0 else { return }
    withUnsafeCurrentTask { task in
      guard let task else { return }
      // A fact of the runtime: a reference to a task, or to its step, is the task's address.
      let job = unsafeBitCast(task, to: UInt.self)
      guard let step = UnsafeRawPointer(bitPattern: job) else { return }
      _ = adopt(job, numbered: stubkit_task_number(step))
    }
    guard !(isolation is MainActor) else { return }
    // One detour brings the task to the lane, unless another library's hook comes before ours.
    if stubkit_current_runner() != number { await Detour.shared.take() }
  }

  static func surround(_ lane: JobLane?, _ make: () -> Void) {
    if let lane { $current.withValue(lane, operation: make) } else { make() }
  }

  /// Lets `make` begin tasks of no lane, to see whether the global executor makes progress.
  static func leavingToRuntime(_ make: () -> Void) {
    let runner = stubkit_current_runner()
    stubkit_set_runner(Lanes.runtime)
    $current.withValue(nil) { make() }
    stubkit_set_runner(runner)
  }
}

/// Sends a task through a custom executor: on the way back, the runtime reports the task as ready.
///
/// Facts of the runtime: resuming a continuation at once enqueues nothing, `Task.yield` may enqueue
/// nothing either, and a task enters and leaves a default actor on the current thread.
private actor Detour {
  static let shared = Detour()

  private final class Thread: SerialExecutor {
    func enqueue(_ job: UnownedJob) {
      BlockingWork.perform { job.runSynchronously(on: UnownedSerialExecutor(ordinary: self)) }
    }
  }

  private static let thread = Thread()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: Self.thread)
  }

  // Not empty: a release build does not switch to the actor for a function that does nothing.
  func take() { stubkit_yield() }
}

import CStubKit
import Dispatch

/// A lane on which the steps of some tasks are taken, one after the other, in the order in which they
/// become ready.
///
/// On the threads of all tasks nobody can tell whether a piece of code has come to rest, or which of its
/// tasks goes on first. Every task that is made within `JobLane.$current` belongs to the lane for its
/// life, also one that nobody awaits, but for its steps on an actor with a thread of its own, such as the
/// main actor, and for the way back from `Task.yield()`, of which the runtime says nothing. Where the
/// runtime does not let us have its steps the lane stays empty.
///
/// A *stray* is a step that becomes ready on a thread without a task, where no request of a lane is heard of,
/// and is nobody's: a callback has woken somebody in an actor, or a task leaves the main actor for the first
/// time. Nobody can say whose it is.
package final class JobLane: Sendable {
  /// The lane of the surrounding code.
  @TaskLocal package static var current: JobLane?

  private struct State {
    /// The steps that are ready, in their order.
    var ready = Ring<UInt>()
    /// Steps that are kept back.
    var parked: [UInt] = []
    var isParking = false
    /// How many threads take steps; more than one only if a step blocks.
    var runners = 0
    /// The threads that take steps.
    var threads: Set<Int32> = []
    /// The one of them that takes the next one: not any more whose step has blocked.
    var taker: Int32?
    /// How many steps have become ready so far.
    var count = 0
    /// How many steps have been begun.
    var begun = 0
    /// Whether somebody looks whether a step blocks.
    var isWatched = false
    /// The tasks that belong to the lane.
    var tasks: Set<UInt> = []
    var isClosed = false
    /// How many more steps of its own tasks are taken; nil if they are not counted.
    var stepsLeft: Int?
    /// The number of the first task: those of the lane that are older have come in by being woken.
    var firstTask: UInt32?

    /// Whether steps wait for one that is being taken.
    var isCongested: Bool { runners > 0 && ready.count > 0 }

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
  let number: Int
  /// Whether another thread takes steps if one of them blocks.
  private let relievesItself: Bool
  /// The clocks of the scopes that have the lane.
  private let rests = Locked<[Rest]>([])

  /// Opens a lane; `close` ends it.
  package init(relievingItself relievesItself: Bool) {
    self.relievesItself = relievesItself
    number = Lanes.newNumber
    Lanes.open(self, as: number)
  }

  /// Takes no new tasks any more; those it has it keeps.
  package func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      defer { state.tasks = [] }
      return state.tasks
    }
    Lanes.close(number, forgetting: tasks)
    // They have the lane as well.
    rests.withLock { $0 = [] }
  }

  /// Takes no more than so many steps of its tasks from now on, and none after them for as long as the lane
  /// is open.
  ///
  /// What goes round for ever, and would for the rest of the process, goes no further then. Whom it has
  /// woken goes on: a task that was there before it, and every actor.
  package func limit(steps: Int) {
    state.withLock { $0.stepsLeft = steps }
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Whether no more than some steps are taken.
  var isLimited: Bool { state.withLock { $0.stepsLeft != nil } }

  /// Whether there are steps left of a limit.
  package var hasStepsLeft: Bool { state.withLock { ($0.stepsLeft ?? 0) > 0 } }

  /// Whether no step is being taken or ready.
  package var isIdle: Bool { state.withLock { $0.runners == 0 && $0.ready.count == 0 } }

  /// How many steps have become ready so far.
  package var count: Int { state.withLock { $0.count } }

  /// How many tasks the lane has had so far.
  package var taskCount: Int { state.withLock { $0.tasks.count } }

  /// Keeps back every step that becomes ready from now on.
  package func park() {
    state.withLock { $0.isParking = true }
  }

  /// Lets what has become ready since pass by what is kept back.
  package func stopParking() {
    state.withLock { $0.isParking = false }
  }

  /// Takes what was kept back.
  package func unpark() {
    let jobs = state.withLock { state in
      defer { state.parked = [] }
      state.isParking = false
      return state.parked
    }
    for job in jobs { add(job) }
  }

  /// Has another thread take steps, since one that is being taken does not end.
  package func relieve() {
    let isNeeded = state.withLock { state in
      guard state.ready.count > 0 else { return false }
      state.runners += 1
      return true
    }
    if isNeeded { BlockingWork.perform { self.run() } }
  }

  /// Makes something that belongs to a lane, if there is one.
  static func surround(_ lane: JobLane?, _ make: () -> Void) {
    if let lane { $current.withValue(lane, operation: make) } else { make() }
  }

  /// Takes a task in, unless the lane is closed.
  func adopt(_ job: UInt) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.tasks.insert(job)
      if state.firstTask == nil { state.firstTask = JobLane.taskNumber(of: job) }
      return true
    }
  }

  /// What a step that has become ready needs.
  private enum Demand {
    case nothing, runner, watch
  }

  func add(_ job: UInt) {
    let demand: Demand = state.withLock { state in
      state.count += 1
      if let left = state.stepsLeft, state.isOwn(job) {
        guard left > 0 else { return .nothing }
        state.stepsLeft = left - 1
      }
      if state.isParking {
        state.parked.append(job)
        return .nothing
      }
      state.ready.append(job)
      guard state.runners > 0 else {
        state.runners = 1
        return .runner
      }
      guard relievesItself, !state.isWatched else { return .nothing }
      state.isWatched = true
      return .watch
    }
    switch demand {
    case .nothing: break
    case .runner: askPool()
    case .watch: watch(since: state.withLock { $0.begun })
    }
  }

  /// Has a thread take steps that is one of those of all tasks, of which one is awake soonest.
  private func askPool() {
    DispatchQueue.global().async { self.run() }
  }

  private func run() {
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

/// Steps that block.
extension JobLane {
  /// How long a step may keep others waiting before it is looked whether it blocks.
  private static let patience = DispatchTimeInterval.milliseconds(5)
  /// How often a step that runs is waited for, before another thread takes the others all the same.
  private static let longest = 20

  /// The threads that take steps.
  var threads: Set<Int32> { state.withLock { $0.threads } }

  /// Whether steps wait for one that is being taken.
  var isCongested: Bool { state.withLock { $0.isCongested } }

  /// Has another thread take steps when one that is being taken blocks, or takes very long.
  private func watch(since begun: Int, looks: Int = 0) {
    DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + Self.patience) {
      let (now, isCongested, threads) = self.state.withLock { state in
        if !state.isCongested { state.isWatched = false }
        return (state.begun, state.isCongested, state.threads)
      }
      guard isCongested else { return }
      guard now == begun else { return self.watch(since: now) }
      let isBlocked = ThreadWatch.areAsleep(threads) ?? true
      guard isBlocked || looks >= Self.longest else {
        return self.watch(since: now, looks: looks + 1)
      }
      self.relieve()
      self.watch(since: now)
    }
  }
}

/// Scopes.
extension JobLane {
  /// Tells a clock's rest when the lane is idle, until `forget`.
  func tell(_ rest: Rest) {
    rests.withLock { if !$0.contains(where: { $0 === rest }) { $0.append(rest) } }
  }

  func forget(_ rest: Rest) {
    rests.withLock { $0.removeAll { $0 === rest } }
  }

  /// Whether the clock of a scope within that of another one has something to do, which comes first.
  func isAwaited(within rest: Rest) -> Bool {
    rests.withLock { $0 }.contains { $0.isWithin(rest) && $0.isDue }
  }

  /// Brings the calling task to the lane, to which it belongs until `close`; one that must not leave its
  /// actor's thread comes with what it makes.
  func enter(isolation: isolated (any Actor)? = #isolation) async {
    guard stubkit_sees_jobs() != 0 else { return }
    adoptCurrentTask()
    guard !(isolation is MainActor) else { return }
    // Once is enough, unless somebody else's hook comes before ours.
    if stubkit_current_runner() != number { await Detour.shared.take() }
  }

  private func adoptCurrentTask() {
    withUnsafeCurrentTask { task in
      guard let task else { return }
      // The fact: what stands for a task is the address of the task, which is that of its steps.
      let job = unsafeBitCast(task, to: UInt.self)
      guard let step = UnsafeRawPointer(bitPattern: job), adopt(job) else { return }
      Lanes.note(self, ownsTask: stubkit_task_number(step), at: job)
    }
  }

  /// Makes a task that belongs to no lane: one that shows whether the runtime gets on.
  static func leavingToRuntime(_ make: () -> Void) {
    let runner = stubkit_current_runner()
    stubkit_set_runner(Lanes.runtime)
    $current.withValue(nil) { make() }
    stubkit_set_runner(runner)
  }
}

/// A way round by a thread that is no task's, from where a task comes back as one that has become ready.
///
/// The fact: a continuation that is resumed at once, as that of `Task.yield` may be, has nothing become
/// ready, and an actor without a thread of its own is entered and left where one stands.
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

  func take() {}
}

import Foundation

/// The surroundings of a piece of code, in which something else can be done later.
///
/// What a test expects (`withKnownIssue`), and which test it is, are task-locals: they are seen only
/// from the test's own task and its children, and not from the threads on which requests end. A new
/// task takes over the task-locals of where it is made. So one is made whose first step is kept back
/// and taken when something is to be done: on whatever thread that is, and before it goes on.
final class Surroundings: @unchecked Sendable {
  // Unchecked: everything is behind the lock.

  private let lock = NSLock()
  private var step = KeptStep()

  /// Takes over the surroundings of where this is called.
  init() {}

  deinit {
    // A task whose step is never taken would stay for ever.
    step.take {}
  }

  /// Does something in the surroundings, before it returns.
  func perform(_ work: @escaping @Sendable () -> Void) {
    lock.lock()
    let step = step
    guard step.isKept else {
      // The runtime has not let us keep it back, which is better told than lost.
      lock.unlock()
      return work()
    }
    step.take {
      // A task that is made here has the same surroundings again, for the next to come.
      self.step = KeptStep()
      self.lock.unlock()
      work()
    }
  }
}

/// The first step of a task that waits to be taken.
private final class KeptStep: @unchecked Sendable {
  // Unchecked: the work is given before the step is taken, and the step is taken once.

  private var work: (@Sendable () -> Void)?
  private var job: UnownedJob?

  init() {
    job = StepKeeper.shared.keepingNextStep {
      Task { @KeptSteps in self.work?() }
    }
  }

  /// Whether there is a step to take.
  var isKept: Bool { job != nil }

  /// Takes the step, which does this, on the calling thread.
  func take(_ work: @escaping @Sendable () -> Void) {
    self.work = work
    job?.runSynchronously(on: StepKeeper.shared.asUnownedSerialExecutor())
    self.work = nil
  }
}

/// Isolates what is to be kept back.
@globalActor private actor KeptSteps {
  static let shared = KeptSteps()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    StepKeeper.shared.asUnownedSerialExecutor()
  }
}

/// Runs nothing by itself, and hands out what it was to run.
private final class StepKeeper: SerialExecutor, @unchecked Sendable {
  // Unchecked: `kept` is touched only while the lock is held, by the thread that holds it.

  static let shared = StepKeeper()

  private let lock = NSLock()
  private var kept: UnownedJob?

  /// Makes a task and returns its first step.
  func keepingNextStep(_ make: () -> Void) -> UnownedJob? {
    lock.withLock {
      // The task is handed over on this thread, within the call.
      make()
      defer { kept = nil }
      return kept
    }
  }

  func enqueue(_ job: UnownedJob) {
    kept = job
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}

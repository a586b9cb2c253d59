import Foundation

/// The task-locals of the code that makes this object, for other code that runs later.
///
/// Known issues (`withKnownIssue`) and the running test are task-locals: the test's own task and
/// its children see them, but not the threads on which requests end. A new task inherits the
/// task-locals of the place where it is made. So a task is made ahead, and its first step is held
/// back; `perform` runs the other code as that step, on the calling thread, before it returns.
final class Surroundings: @unchecked Sendable {
  // Unchecked: everything is behind the lock.

  private let lock = NSLock()
  private var step = KeptStep()

  deinit {
    // A task whose step never runs would stay in memory for ever.
    step.take {}
  }

  func perform(_ work: @escaping @Sendable () -> Void) {
    lock.lock()
    let step = step
    guard step.isKept else {
      // The step could not be held back: the work runs without the task-locals, but is not lost.
      lock.unlock()
      return work()
    }
    step.take {
      // A task that is made here inherits the task-locals; its step is kept for the next work.
      self.step = KeptStep()
      self.lock.unlock()
      work()
    }
  }
}

/// The first step of a task, held back until `take`.
private final class KeptStep: @unchecked Sendable {
  // Unchecked: the work is set before the step runs, which happens once.

  private var work: (@Sendable () -> Void)?
  private var job: UnownedJob?

  init() {
    job = StepKeeper.shared.keepingNextStep {
      Task { @KeptSteps in self.work?() }
    }
  }

  var isKept: Bool { job != nil }

  func take(_ work: @escaping @Sendable () -> Void) {
    self.work = work
    job?.runSynchronously(on: StepKeeper.shared.asUnownedSerialExecutor())
    self.work = nil
  }
}

/// Passes the steps of its tasks to `StepKeeper`, which does not run them.
@globalActor private actor KeptSteps {
  static let shared = KeptSteps()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    StepKeeper.shared.asUnownedSerialExecutor()
  }
}

/// An executor that does not run a step, but returns it from `keepingNextStep`.
private final class StepKeeper: SerialExecutor, @unchecked Sendable {
  // Unchecked: `kept` is touched only by the thread that holds the lock.

  static let shared = StepKeeper()

  private let lock = NSLock()
  private var kept: UnownedJob?

  func keepingNextStep(_ make: () -> Void) -> UnownedJob? {
    lock.withLock {
      // `make` enqueues the task on this thread before it returns.
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

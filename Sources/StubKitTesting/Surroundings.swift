import Foundation

/// The surroundings of a piece of code, in which other code can run later.
///
/// Known issues (`withKnownIssue`) and the running test are task-locals: only the test's own task and its
/// children see them, and not the threads on which requests end. A new task inherits the task-locals of the
/// place where it is made. So a task is made ahead and its first step held back; `perform` runs the
/// other code as that step, on the thread that calls it, and returns when it is done.
final class Surroundings: @unchecked Sendable {
  // Unchecked: everything is behind the lock.

  private let lock = NSLock()
  private var step = KeptStep()

  deinit {
    // A task whose step never runs would stay for ever.
    step.take {}
  }

  /// Runs work in the surroundings, before it returns.
  func perform(_ work: @escaping @Sendable () -> Void) {
    lock.lock()
    let step = step
    guard step.isKept else {
      // The runtime has not let us keep the step: the work runs without the surroundings, and is not lost.
      lock.unlock()
      return work()
    }
    step.take {
      // A task that is made here inherits the surroundings; its step is kept for the next work.
      self.step = KeptStep()
      self.lock.unlock()
      work()
    }
  }
}

/// The first step of a task, kept from running.
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

/// Sends the steps to be kept to `StepKeeper`, which does not run them.
@globalActor private actor KeptSteps {
  static let shared = KeptSteps()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    StepKeeper.shared.asUnownedSerialExecutor()
  }
}

/// An executor that runs nothing, but hands back the step it was given.
private final class StepKeeper: SerialExecutor, @unchecked Sendable {
  // Unchecked: `kept` is touched only by the thread that holds the lock.

  static let shared = StepKeeper()

  private let lock = NSLock()
  private var kept: UnownedJob?

  func keepingNextStep(_ make: () -> Void) -> UnownedJob? {
    lock.withLock {
      // The task is enqueued on this thread, within the call.
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

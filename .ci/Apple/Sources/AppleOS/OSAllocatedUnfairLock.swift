import Glibc

/// Apple's lock, over a mutex that checks what Apple's documentation forbids.
///
/// Like the original it ends the process if a thread locks it twice, or unlocks what another holds.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  // Unchecked: the state is reached only while the mutex is held.
  private let storage: Storage

  /// A lock around a state that need not be Sendable.
  public init(uncheckedState initialState: State) {
    storage = Storage(initialState)
  }

  /// Runs `body` with the state while the lock is held.
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    storage.lock()
    defer { storage.unlock() }
    return try body(&storage.state)
  }

  /// Runs `body` with the state while the lock is held.
  public func withLock<R: Sendable>(
    _ body: @Sendable (inout State) throws -> R
  ) rethrows -> R {
    try withLockUnchecked(body)
  }

  private final class Storage {
    var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ state: State) {
      self.state = state
      var attributes = pthread_mutexattr_t()
      pthread_mutexattr_init(&attributes)
      pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, &attributes)
      pthread_mutexattr_destroy(&attributes)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func lock() {
      precondition(pthread_mutex_lock(mutex) == 0, "An unfair lock is locked twice by one thread.")
    }

    func unlock() {
      precondition(pthread_mutex_unlock(mutex) == 0, "An unfair lock is not this thread's.")
    }
  }
}

extension OSAllocatedUnfairLock where State: Sendable {
  /// A lock around a state.
  public init(initialState: State) {
    self.init(uncheckedState: initialState)
  }
}

extension OSAllocatedUnfairLock where State == Void {
  /// A lock around nothing.
  public init() {
    self.init(uncheckedState: ())
  }

  /// Waits for the lock.
  @available(*, noasync, message: "Use withLock instead")
  public func lock() {
    storage.lock()
  }

  /// Gives the lock back.
  @available(*, noasync, message: "Use withLock instead")
  public func unlock() {
    storage.unlock()
  }
}

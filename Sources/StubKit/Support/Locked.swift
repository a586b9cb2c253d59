#if canImport(os)
  import os
#else
  import Synchronization
#endif

/// A value that can only be touched while its lock is held: the only lock in StubKit.
///
/// It is not recursive. Nothing that a user wrote may run inside `withLock`.
final class Locked<Value>: @unchecked Sendable {
  // Unchecked: the value need not be Sendable, because every access goes through the lock.
  #if canImport(os)
    private let lock = OSAllocatedUnfairLock()
  #else
    private let lock = Mutex(())
  #endif
  private var value: Value

  /// Makes a lock around a value.
  init(_ value: consuming sending Value) {
    self.value = value
  }

  /// Runs `body` with the value while the lock is held, and returns its result.
  @inline(__always)
  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if canImport(os)
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    #else
      return try lock.withLock { _ throws(Failure) in
        // A Mutex only lets out what it can prove disconnected; the callers are trusted here.
        nonisolated(unsafe) let result = try body(&value)
        return result
      }
    #endif
  }
}

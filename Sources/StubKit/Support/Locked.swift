#if canImport(os)
  import os
#elseif canImport(Glibc)
  import Glibc
#else
  import Synchronization
#endif

/// A value that can be touched only while its lock is held; the module has no other kind of lock.
///
/// The lock is not recursive. No user closure may run inside of `withLock`.
package final class Locked<Value>: @unchecked Sendable {
  // Unchecked: the value need not be Sendable, because every access goes through the lock.

  // `Mutex` is missing before macOS 15, and Linux's thread sanitizer does not see its locking:
  // it would report every value behind a `Mutex` as a race.
  #if canImport(os)
    private let lock = OSAllocatedUnfairLock()
  #elseif canImport(Glibc)
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  #else
    private let mutex = Mutex(())
  #endif
  // Behind a pointer: for a stored property, the runtime would also check for exclusive access,
  // which costs as much as the lock.
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  package init(_ value: consuming sending Value) {
    self.value.initialize(to: value)
    #if canImport(Glibc)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    #endif
  }

  deinit {
    #if canImport(Glibc)
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    #endif
    value.deinitialize(count: 1)
    value.deallocate()
  }

  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    #if canImport(os)
      lock.lock()
      defer { lock.unlock() }
      return body(&value.pointee)
    #elseif canImport(Glibc)
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return body(&value.pointee)
    #else
      return mutex.withLock { _ in body(&value.pointee) }
    #endif
  }

  /// Returns the old part, to be released after the lock: its `deinit` may do anything.
  @discardableResult
  func replace<Part>(_ part: WritableKeyPath<Value, Part>, with new: Part) -> Part {
    withLock { exchange(&$0[keyPath: part], for: new) }
  }
}

package func exchange<Value>(_ variable: inout Value, for new: Value) -> Value {
  defer { variable = new }
  return variable
}

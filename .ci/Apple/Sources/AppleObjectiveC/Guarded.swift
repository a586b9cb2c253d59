import Foundation

/// A value behind a lock.
public final class Guarded<Value>: @unchecked Sendable {
  // Unchecked: the value is reached only while the lock is held.
  private let lock = NSLock()
  private var value: Value

  /// Puts a value behind a lock.
  public init(_ value: Value) {
    self.value = value
  }

  /// Runs `body` with the value while the lock is held.
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

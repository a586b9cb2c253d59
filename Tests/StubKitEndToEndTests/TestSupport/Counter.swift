import Foundation

/// Counts how often it is asked, from any thread.
final class Counter: @unchecked Sendable {
  // Unchecked: the count is behind the lock.

  private let lock = NSLock()
  private var count = 0

  /// How often it was asked so far.
  var soFar: Int { lock.withLock { count } }

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}

import Foundation

/// Places where a response waits until it is let through.
///
/// A task that is suspended and resumed must not have ended in between: a second `resume()` of a task
/// that has ended ends the process, by a race of Foundation's.
final class Gates: @unchecked Sendable {
  // Unchecked: everything is behind the lock.

  private let lock = NSLock()
  private var closed: Set<Int> = []
  private var waiting: [Int: [CheckedContinuation<Void, Never>]] = [:]

  /// Closes a gate; all others are open.
  func close(_ number: Int) {
    lock.withLock { _ = closed.insert(number) }
  }

  /// Lets through whoever waits at this gate, and whoever comes later.
  func open(_ number: Int) {
    let waiting = lock.withLock {
      closed.remove(number)
      return self.waiting.removeValue(forKey: number) ?? []
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until a gate is open.
  func passed(_ number: Int) async {
    await withCheckedContinuation { continuation in
      let isOpen = lock.withLock {
        guard closed.contains(number) else { return true }
        waiting[number, default: []].append(continuation)
        return false
      }
      if isOpen { continuation.resume() }
    }
  }
}

import Foundation

/// What has been noted so far, by whoever, on any thread.
final class Notes: @unchecked Sendable {
  // Unchecked: everything is behind the lock.
  private let lock = NSLock()
  private var notes: [String] = []

  /// Everything that was noted, in order.
  var all: [String] { lock.withLock { notes } }

  /// What was noted, without repetitions.
  var distinct: [String] {
    all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  func add(_ note: String) {
    lock.withLock { notes.append(note) }
  }

  /// Waits until so much was noted, or until it is clear that it will not be.
  ///
  /// Whether something happens at all can only be found out by looking for a while.
  @discardableResult
  func wait(for count: Int, atMost duration: Duration = .seconds(5)) async -> Bool {
    let end = ContinuousClock.now + duration
    while all.count < count {
      guard ContinuousClock.now < end else { return false }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return true
  }
}

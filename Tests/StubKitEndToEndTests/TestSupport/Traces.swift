import Foundation
import Testing

/// Remembers objects without keeping them, and waits until all of them are gone.
final class Traces: @unchecked Sendable {
  // Unchecked: everything is behind the lock.

  private struct Trace {
    weak var object: AnyObject?
    let name: String
  }

  private let lock = NSLock()
  private var traces: [Trace] = []

  /// Remembers an object.
  func note(_ object: AnyObject) {
    let name = "\(type(of: object))"
    lock.withLock { traces.append(Trace(object: object, name: name)) }
  }

  /// The kinds of the objects that are still there.
  private var remaining: [String] {
    lock.withLock { traces.filter { $0.object != nil }.map(\.name) }
  }

  /// Waits until nothing is left; the session's queues let go a moment after the client was told.
  func vanish(within limit: Duration = .seconds(600)) async throws {
    let deadline = ContinuousClock.now + limit
    while !remaining.isEmpty, ContinuousClock.now < deadline { await Task.yield() }
    #expect(remaining == [])
  }
}

/// An object that a closure can capture.
final class Witness: Sendable {
  let isThere = true
}

/// Something to wait for until it is opened.
final class Gate: @unchecked Sendable {
  // Unchecked: everything is behind the lock.

  private let lock = NSLock()
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    let waiting = lock.withLock {
      isOpen = true
      defer { self.waiting = [] }
      return self.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func opened() async {
    await withCheckedContinuation { continuation in
      let isOpen = lock.withLock {
        if !self.isOpen { waiting.append(continuation) }
        return self.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

package import Dispatch

/// A thread that waits to be called, and is woken only while it sleeps.
package final class WaitingThread: Sendable {
  private struct State {
    var calls = 0
    var isAsleep = false
  }

  private let state = Locked(State())
  private let wakening = DispatchSemaphore(value: 0)

  /// How often it was called.
  package var calls: Int { state.withLock { $0.calls } }

  package func call() {
    let isAsleep = state.withLock { state in
      defer { state.isAsleep = false }
      state.calls += 1
      return state.isAsleep
    }
    if isAsleep { wakening.signal() }
  }

  /// Waits to be called more often than it was, but not for long.
  package func sleep(since calls: Int, atMost patience: DispatchTimeInterval) {
    let sleeps = state.withLock { state in
      state.isAsleep = state.calls == calls
      return state.isAsleep
    }
    guard sleeps, wakening.wait(timeout: .now() + patience) == .timedOut else { return }
    let wasCalled = state.withLock { state in
      defer { state.isAsleep = false }
      return !state.isAsleep
    }
    // Somebody has called at this very moment.
    if wasCalled { wakening.wait() }
  }
}

package import Dispatch

/// Lets a thread sleep until other threads call it; a call signals only if the thread sleeps.
package final class WaitingThread: Sendable {
  private struct State {
    var calls = 0
    var isAsleep = false
  }

  private let state = Locked(State())
  private let wakening = DispatchSemaphore(value: 0)

  package var calls: Int { state.withLock { $0.calls } }

  package func call() {
    let isAsleep = state.withLock { state in
      state.calls += 1
      return exchange(&state.isAsleep, for: false)
    }
    if isAsleep { wakening.signal() }
  }

  /// Sleeps until there have been more calls than `calls`, or `patience` is over.
  package func sleep(since calls: Int, atMost patience: DispatchTimeInterval) {
    let sleeps = state.withLock { state in
      state.isAsleep = state.calls == calls
      return state.isAsleep
    }
    guard sleeps, wakening.wait(timeout: .now() + patience) == .timedOut else { return }
    let isAsleep = state.withLock { exchange(&$0.isAsleep, for: false) }
    // Another thread has called just after the timeout; its signal has to be taken.
    if !isAsleep { wakening.wait() }
  }
}

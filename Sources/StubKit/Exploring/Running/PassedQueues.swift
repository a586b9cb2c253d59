import Dispatch
import Foundation

/// The queues that a scenario is known to use, which are passed through to see whether all is at rest.
///
/// What was ready on a queue before it is passed through has been done afterwards.
struct PassedQueues {
  /// A queue, or what is like one, on which things are done in their order.
  private enum Way: Hashable {
    case requests, runtime, main, tasks, threads
    case session(ObjectIdentifier)

    /// How long is waited for it, before it counts as blocked; the main queue of many a program is
    /// served by nobody.
    var patience: DispatchTimeInterval { self == .main ? .seconds(2) : .seconds(10) }
  }

  /// The queues on which nothing is done any more.
  private var unserved: Set<Way> = []

  /// Waits until everything has been done that is ready on the scenario's own ways.
  mutating func pass(sessions: [ObjectIdentifier: DrainsSession]) {
    pass(.requests) { ClientContext.requestsHaveBegun($0) }
    // Whoever yields comes back by way of the runtime's own threads.
    pass(.runtime) { DispatchQueue.global().async(execute: $0) }
    for (session, drain) in sessions { pass(.session(session), drain) }
    pass(.main) { DispatchQueue.main.async(execute: $0) }
  }

  /// Waits until everything has been done that is ready where others have theirs done.
  mutating func passThreads() {
    pass(.tasks) { done in Task.detached { done() } }
    pass(.threads) { BlockingWork.perform($0) }
  }

  private mutating func pass(
    _ way: Way, _ hop: (_ done: @escaping @Sendable () -> Void) -> Void
  ) {
    guard !unserved.contains(way) else { return }
    let done = DispatchSemaphore(value: 0)
    hop { done.signal() }
    if done.wait(timeout: .now() + way.patience) == .timedOut { unserved.insert(way) }
  }
}

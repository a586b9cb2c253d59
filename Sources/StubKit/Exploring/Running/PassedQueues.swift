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

  /// A part of a journey: goes to a way, and calls back when it is its turn.
  private struct Stage: Sendable {
    let way: Way
    let pass: DrainsSession

    init(_ way: Way, _ pass: @escaping DrainsSession) {
      (self.way, self.pass) = (way, pass)
    }
  }

  /// Waits until everything has been done that is ready on the scenario's own ways.
  mutating func pass(sessions: [ObjectIdentifier: DrainsSession]) {
    var stages = [Stage(.requests) { ClientContext.requestsHaveBegun($0) }]
    for (session, drain) in sessions { stages.append(Stage(.session(session), drain)) }
    // Whoever yields comes back by way of the runtime's own threads.
    stages.append(Stage(.runtime) { DispatchQueue.global().async(execute: $0) })
    stages.append(Stage(.main) { DispatchQueue.main.async(execute: $0) })
    // Once more: what comes from the last queue may have had to go through the first.
    pass(stages + stages)
  }

  /// Waits until everything has been done that is ready where others have theirs done.
  mutating func passThreads() {
    pass([
      Stage(.tasks) { done in Task.detached { done() } },
      Stage(.threads) { BlockingWork.perform($0) },
    ])
  }

  /// Passes through one after the other: from each of them straight to the next, since to wake the
  /// waiting thread takes as long as to pass.
  private mutating func pass(_ stages: [Stage]) {
    var stages = stages.filter { !unserved.contains($0.way) }
    while !stages.isEmpty {
      let journey = Journey(stages)
      journey.go()
      var position = 0
      while journey.over.wait(timeout: .now() + stages[position].way.patience) == .timedOut {
        let passed = journey.passed
        if passed == position || passed == stages.count { break }
        position = passed
      }
      let passed = journey.passed
      guard passed < stages.count else { return }
      unserved.insert(stages[passed].way)
      stages = stages.dropFirst(passed + 1).filter { !unserved.contains($0.way) }
    }
  }

  /// One way through some queues.
  private final class Journey: Sendable {
    let over = DispatchSemaphore(value: 0)
    private let stages: [Stage]
    private let position = Locked(0)

    init(_ stages: [Stage]) {
      self.stages = stages
    }

    /// How many of them have been passed.
    var passed: Int { position.withLock { $0 } }

    func go() {
      stages[passed].pass {
        let isOver = self.position.withLock { position in
          position += 1
          return position == self.stages.count
        }
        if isOver { self.over.signal() } else { self.go() }
      }
    }
  }
}

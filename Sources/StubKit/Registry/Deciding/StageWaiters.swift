/// The tasks that wait until a number of requests to a stub have reached a stage.
struct StageWaiters {
  /// One of them; `isReached` gets true when the count is reached.
  final class Waiter: Sendable {
    /// The number of the rank of its stub.
    let stub: UInt64
    let stage: Stub.Stage
    let count: Int
    let isReached: AsyncStream<Bool>.Continuation

    init(stub: UInt64, stage: Stub.Stage, count: Int, isReached: AsyncStream<Bool>.Continuation) {
      (self.stub, self.stage, self.count, self.isReached) = (stub, stage, count, isReached)
    }
  }

  private var waiters: [Waiter] = []

  mutating func add(_ waiter: Waiter) {
    waiters.append(waiter)
  }

  mutating func remove(_ waiter: Waiter) {
    waiters.removeAll { $0 === waiter }
  }

  /// Resumes the waiters for no more than this many requests to a stub.
  mutating func tell(of count: Int, at stage: Stub.Stage, of stub: UInt64) {
    guard !waiters.isEmpty else { return }
    waiters.removeAll { waiter in
      guard waiter.stub == stub, waiter.stage == stage, waiter.count <= count else { return false }
      waiter.isReached.yield(true)
      return true
    }
  }
}

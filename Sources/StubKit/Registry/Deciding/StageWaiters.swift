/// Those who wait until a number of requests to a stub have come to a stage.
struct StageWaiters {
  /// One that waits; `isReached` is kept with true when the count is.
  struct Waiter: Sendable {
    /// The rank number of the stub it waits for.
    let stub: UInt64
    let stage: Stub.Stage
    let count: Int
    let isReached: AwaitedValue<Bool>
  }

  private var waiters: [Waiter] = []

  mutating func add(_ waiter: Waiter) {
    waiters.append(waiter)
  }

  mutating func remove(_ waiter: Waiter) {
    waiters.removeAll { $0.isReached === waiter.isReached }
  }

  /// Tells those that wait for no more than this many requests to a stub.
  mutating func tell(of count: Int, at stage: Stub.Stage, of stub: UInt64) {
    guard !waiters.isEmpty else { return }
    waiters.removeAll { waiter in
      guard waiter.stub == stub, waiter.stage == stage, waiter.count <= count else { return false }
      waiter.isReached.give(true)
      return true
    }
  }
}

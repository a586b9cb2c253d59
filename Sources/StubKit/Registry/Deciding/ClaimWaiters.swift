/// Those who wait until a stub has been claimed a number of times.
struct ClaimWaiters {
  /// One that waits; `isReached` is kept with true when the count is.
  struct Waiter: Sendable {
    /// The rank number of the stub it waits for.
    let stub: UInt64
    let count: Int
    let isReached: AwaitedValue<Bool>
  }

  private var waiters: [Waiter] = []

  var isEmpty: Bool { waiters.isEmpty }

  mutating func add(_ waiter: Waiter) {
    waiters.append(waiter)
  }

  mutating func remove(_ waiter: Waiter) {
    waiters.removeAll { $0.isReached === waiter.isReached }
  }

  /// Takes out those that wait for no more than this many claims of a stub.
  mutating func take(stub: UInt64, claims: Int) -> [Waiter] {
    let ready = waiters.filter { $0.stub == stub && $0.count <= claims }
    if !ready.isEmpty { waiters.removeAll { $0.stub == stub && $0.count <= claims } }
    return ready
  }
}

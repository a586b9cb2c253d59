struct StubRecord {
  final class Waiter: Sendable {
    let stage: Stub.Stage
    let count: Int
    let isReached: AsyncStream<Bool>.Continuation

    init(stage: Stub.Stage, count: Int, isReached: AsyncStream<Bool>.Continuation) {
      (self.stage, self.count, self.isReached) = (stage, count, isReached)
    }
  }

  /// Exact, whatever the log drops.
  private(set) var claims = 0
  private(set) var endings = 0
  var excess: Excess?
  /// Whether the test was told that the stub's response loses its body.
  var isBodyRemarked = false
  private var waiters: [Waiter] = []

  mutating func claim() -> Int {
    defer { tellWaiters(of: .arrived, claims) }
    claims += 1
    return claims - 1
  }

  mutating func end() {
    endings += 1
    tellWaiters(of: .ended, endings)
  }

  /// Tells the waiter at once if its stage is reached; the caller has to remove it in the end.
  mutating func add(_ waiter: Waiter) {
    waiters.append(waiter)
    tellWaiters(of: waiter.stage, waiter.stage == .ended ? endings : claims)
  }

  mutating func remove(_ waiter: Waiter) { waiters.removeAll { $0 === waiter } }

  private func tellWaiters(of stage: Stub.Stage, _ count: Int) {
    guard !waiters.isEmpty else { return }
    for waiter in waiters where waiter.stage == stage && waiter.count <= count {
      waiter.isReached.yield(true)
    }
  }
}

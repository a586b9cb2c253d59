struct StubRecord {
  /// A task that waits until a number of requests to a stub have reached a stage.
  final class Waiter: Sendable {
    let stage: Stub.Stage
    let count: Int
    let isReached: AsyncStream<Bool>.Continuation

    init(stage: Stub.Stage, count: Int, isReached: AsyncStream<Bool>.Continuation) {
      (self.stage, self.count, self.isReached) = (stage, count, isReached)
    }
  }

  /// How often the stub was claimed; exact, whatever the log drops.
  private(set) var claims = 0
  private(set) var endings = 0
  var excess: Excess?
  /// Whether the test was told that the stub's response loses its body.
  var isBodyRemarked = false
  private var waiters: [Waiter] = []

  /// Counts a claim, and returns its number, from 0.
  mutating func claim() -> Int {
    defer { tellWaiters(of: .arrived, claims) }
    claims += 1
    return claims - 1
  }

  mutating func end() {
    endings += 1
    tellWaiters(of: .ended, endings)
  }

  /// Adds a waiter, which is told at once if its stage is reached; it has to be removed in the end.
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

import StubKit

extension StubRegistry {
  /// The exchanges, once all of them have ended.
  ///
  /// On Apple's platforms a cancelled task is complete before its protocol is told to stop.
  func settledExchanges(within time: Duration = .seconds(600)) async -> [StubExchange] {
    let deadline = ContinuousClock.now + time
    while exchanges.contains(where: { $0.outcome == .pending }), ContinuousClock.now < deadline {
      await Task.yield()
    }
    return exchanges
  }
}

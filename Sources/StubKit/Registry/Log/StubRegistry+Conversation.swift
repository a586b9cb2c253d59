import Foundation

extension StubRegistry {
  /// A consistent view of the log for a conversation.
  struct LoggedExchanges: Sendable {
    var exchanges: [StubExchange]
    var droppedCount: Int
    var now: Duration
    var discretion: Discretion
  }

  /// The current contents of the log.
  var loggedExchanges: LoggedExchanges {
    let now = elapsed
    let (exchanges, droppedCount) = state.withLock { ($0.log.exchanges, $0.log.droppedCount) }
    return LoggedExchanges(
      exchanges: exchanges, droppedCount: droppedCount, now: now,
      discretion: discretion)
  }
}

import Foundation

extension StubRegistry {
  /// What a conversation is made of: everything from one moment.
  struct LoggedExchanges: Sendable {
    /// The exchanges, oldest first.
    var exchanges: [StubExchange]
    /// How many the log has dropped.
    var droppedCount: Int
    /// The time on the registry's clock.
    var now: Duration
    /// What is said of secrets where an exchange is spoken of.
    var discretion: Discretion
  }

  /// What the log holds at this moment.
  var loggedExchanges: LoggedExchanges {
    let now = elapsed
    let (exchanges, droppedCount) = state.withLock { ($0.log.exchanges, $0.log.droppedCount) }
    return LoggedExchanges(
      exchanges: exchanges, droppedCount: droppedCount, now: now,
      discretion: discretion)
  }
}

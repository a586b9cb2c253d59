/// How much a registry's log holds before it drops the oldest exchanges.
public struct LogLimit: Sendable, Hashable {
  /// The largest number of exchanges.
  public var exchanges: Int
  /// The largest number of request-body bytes in all of them; the newest exchange always stays.
  public var bodyBytes: Int

  /// Makes a limit.
  public init(exchanges: Int = 1_000, bodyBytes: Int = 16 << 20) {
    self.exchanges = exchanges
    self.bodyBytes = bodyBytes
  }
}

/// How much a registry's log holds before it drops the oldest exchanges.
public struct LogLimit: Sendable, Hashable {
  /// The largest number of exchanges.
  public var exchanges: Int
  /// The largest number of request-body bytes in all of them; the newest exchange always stays.
  public var bodyBytes: Int
  /// The largest number of response-body bytes in all of them.
  ///
  /// Beyond it the oldest exchanges lose the body of their response, and nothing else; of a single
  /// body that is longer the beginning is kept.
  public var responseBytes: Int

  /// Makes a limit.
  public init(
    exchanges: Int = 1_000, bodyBytes: Int = 16 << 20, responseBytes: Int = 16 << 20
  ) {
    self.exchanges = exchanges
    self.bodyBytes = bodyBytes
    self.responseBytes = responseBytes
  }
}

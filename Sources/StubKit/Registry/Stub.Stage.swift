extension Stub {
  /// How far a request to a stub has come, for those who wait for it: a set that may grow.
  public struct Stage: Sendable, Hashable, CustomStringConvertible {
    /// The stage in a word.
    public let description: String

    /// The stub was claimed for it; the answer may still be on its way.
    public static let arrived = Stage(description: "arrived")
    /// It has come to its end, whichever that is, and its `StubExchange` says so.
    public static let ended = Stage(description: "ended")
  }
}

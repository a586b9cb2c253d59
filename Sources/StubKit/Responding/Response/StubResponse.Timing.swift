extension StubResponse {
  /// How long an answer took that came from the network.
  public struct Timing: Sendable, Hashable {
    /// The time from the request to the head, redirects included.
    public let wait: Duration
    /// The time from the head to the end of the body.
    public let receive: Duration
  }

  /// How long the answer took, if it came from the network by `request.perform()`.
  public var timing: Timing? { delivery.timing }
}

/// A network to simulate: how long it takes to answer, and how much it lets through.
///
/// ```swift
/// let satellite = NetworkProfile(latency: .milliseconds(600), bytesPerSecondDown: 250_000)
/// stub(condition: anyRequest(), response: .fixture("map.png", in: .module).throttled(to: satellite))
/// ```
public struct NetworkProfile: Sendable, Hashable {
  /// The time from the end of the request to the beginning of its response.
  public var latency: Duration
  /// By how much the latency may be shorter or longer, evenly distributed.
  public var jitter: Duration
  /// How many bytes of a response arrive in a second; nil for no limit, 0 for none at all.
  public var bytesPerSecondDown: Int?
  /// How many bytes of a request leave in a second; nil for no limit, 0 for none at all.
  public var bytesPerSecondUp: Int?
  /// Whether there is no network: requests fail with `URLError.notConnectedToInternet`.
  public var isOffline: Bool

  /// Makes a profile; what is not given slows nothing down.
  public init(
    latency: Duration = .zero, jitter: Duration = .zero, bytesPerSecondDown: Int? = nil,
    bytesPerSecondUp: Int? = nil, isOffline: Bool = false
  ) {
    self.latency = latency
    self.jitter = jitter
    self.bytesPerSecondDown = bytesPerSecondDown
    self.bytesPerSecondUp = bytesPerSecondUp
    self.isOffline = isOffline
  }
}

import Foundation

/// A network to simulate, with its latency and its bandwidth.
///
/// ```swift
/// let satellite = NetworkProfile(latency: .milliseconds(600), bytesPerSecondDown: 250_000)
/// stub(
///   condition: anyRequest(), response: .fixture("map.png", in: .module).throttled(to: satellite))
/// ```
/// A negative number is a mistake: the response fails and says so.
public struct NetworkProfile: Sendable, Hashable {
  /// The time from the end of the request to the beginning of its response.
  public var latency: Duration
  /// By how much the latency may be shorter or longer, evenly distributed.
  public var jitter: Duration
  /// How many bytes of a response arrive in a second; nil for no limit, 0 for none at all.
  public var bytesPerSecondDown: Int?
  /// How many bytes of a request leave in a second; nil for no limit, 0 for none at all.
  public var bytesPerSecondUp: Int?
  /// Whether there is no network: answers of stubs fail with `URLError.notConnectedToInternet`.
  public var isOffline: Bool

  /// Makes a profile; by default nothing is slowed down.
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

  var mistake: URLError? {
    let rate = min(bytesPerSecondDown ?? 0, bytesPerSecondUp ?? 0)
    guard min(latency, jitter) < .zero || rate < 0 else { return nil }
    return .mistaken(
      "\(self), its own or the registry's",
      "no number can be negative; nil is no limit, and 0 bytes let nothing through")
  }
}

/// Networks from the throttling menus of well-known tools.
///
/// Firefox's are in its `throttling/profiles.js`, Chrome's in its `core/sdk/NetworkManager.ts`. A
/// kilobit is 1,000 bits. The tools define no jitter, so only `.veryBad` has one. Chrome throttles
/// requests and not packets, and adjusts its numbers, since a request takes several round trips and
/// gets a part of the rate. A profile throttles requests as well, and has the adjusted numbers.
extension NetworkProfile {
  /// Firefox's *GPRS*: 50 kbit/s down, 20 kbit/s up, 500 ms.
  public static let gprs = NetworkProfile(.milliseconds(500), down: 6_250, up: 2_500)

  /// Firefox's *Regular 2G*, which comes closest to EDGE: 250 kbit/s down, 50 kbit/s up, 300 ms.
  public static let edge = NetworkProfile(.milliseconds(300), down: 31_250, up: 6_250)

  /// Chrome's *3G*, formerly *Slow 3G*: 500 kbit/s (× 0.8) each way, a round trip of 400 ms (× 5).
  public static let slow3G = NetworkProfile(.seconds(2), down: 50_000, up: 50_000)

  /// Firefox's *Regular 3G*: 750 kbit/s down, 250 kbit/s up, 100 ms.
  public static let mobile3G = NetworkProfile(.milliseconds(100), down: 93_750, up: 31_250)

  /// Chrome's *Fast 3G*: 1.6 Mbit/s and 750 kbit/s (× 0.9), a round trip of 150 ms (× 3.75).
  ///
  /// Chrome has called it *Slow 4G* since 2024.
  public static let fast3G = NetworkProfile(.microseconds(562_500), down: 180_000, up: 84_375)

  /// Chrome's *Slow 4G*, another name for `.fast3G`.
  public static let slow4G = fast3G

  /// Chrome's *Fast 4G*: 9 Mbit/s and 1.5 Mbit/s (× 0.9), a round trip of 60 ms (× 2.75).
  public static let fast4G = NetworkProfile(.milliseconds(165), down: 1_012_500, up: 168_750)

  /// Firefox's *Regular 4G / LTE*: 4 Mbit/s down, 3 Mbit/s up, 20 ms.
  public static let lte = NetworkProfile(.milliseconds(20), down: 500_000, up: 375_000)

  /// Firefox's *Wi-Fi*: 30 Mbit/s down, 15 Mbit/s up, 2 ms.
  public static let wifi = NetworkProfile(.milliseconds(2), down: 3_750_000, up: 1_875_000)

  /// Apple's *Very Bad Network*: 1 Mbit/s each way, and a latency of 0.5 to 1.5 s.
  ///
  /// Apple's Network Link Conditioner delays by 500 ms each way and loses a tenth of the packets.
  /// The jitter, which is chosen and not measured, stands for packets that are sent again.
  public static let veryBad = NetworkProfile(
    .seconds(1), jitter: .milliseconds(500), down: 125_000, up: 125_000)

  /// No network at all: every answer of a stub fails with `URLError.notConnectedToInternet`.
  public static let offline = NetworkProfile(isOffline: true)

  private init(_ latency: Duration, jitter: Duration = .zero, down: Int, up: Int) {
    self.init(latency: latency, jitter: jitter, bytesPerSecondDown: down, bytesPerSecondUp: up)
  }
}

/// A steady rate of bytes, computed without accumulating rounding errors.
struct ByteRate: Sendable {
  private let byteCount: Int
  private let period: Duration

  /// With less than one byte, nothing ever gets through.
  init(byteCount: Int, per period: Duration = .seconds(1)) {
    (self.byteCount, self.period) = (max(byteCount, 0), period.withinCentury)
  }

  /// The bytes of a tenth of a second, or of the whole period if it is shorter; at least one.
  var chunkSize: Int { max(byteCount / max(Int(period / .milliseconds(100)), 1), 1) }

  /// Rounds down to the attosecond; nil if the bytes never get through.
  func time(for count: Int) -> Duration? {
    guard count > 0 else { return .zero }
    guard byteCount > 0 else { return nil }
    // A duration has 128 bits, so the product is exact for any rate per second.
    let (periods, bytes) = count.quotientAndRemainder(dividingBy: byteCount)
    return period * periods + period * bytes / byteCount
  }
}

extension Duration {
  /// Limits the seconds to a century; negative seconds and NaN count as zero.
  static func simulated(seconds: Double) -> Duration {
    guard seconds > 0 else { return .zero }
    // In whole nanoseconds, because the `Double` 0.1 is not exactly a tenth in attoseconds.
    return .nanoseconds(Int64((min(seconds, Duration.century.inSeconds) * 1e9).rounded()))
  }
}

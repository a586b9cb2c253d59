/// Networks as the throttling menus of well-known tools have them.
///
/// Kilobits are thousands of bits here, and a byte has eight. None of these tools gives a jitter, so
/// the presets have none, `.veryBad` excepted.
extension NetworkProfile {
  /// A slow mobile network of the second generation: 50 kbit/s down, 20 kbit/s up, 500 ms.
  ///
  /// Source: the preset *GPRS* of Firefox's developer tools (`throttling/profiles.js`).
  public static let gprs = NetworkProfile(
    latency: .milliseconds(500), bytesPerSecondDown: 6_250, bytesPerSecondUp: 2_500)

  /// A better mobile network of the second generation: 250 kbit/s down, 50 kbit/s up, 300 ms.
  ///
  /// Source: the preset *Regular 2G* of Firefox's developer tools (`throttling/profiles.js`). They
  /// have none that is called EDGE; this one comes closest to what EDGE lets through.
  public static let edge = NetworkProfile(
    latency: .milliseconds(300), bytesPerSecondDown: 31_250, bytesPerSecondUp: 6_250)

  /// A mobile network of the third generation: 750 kbit/s down, 250 kbit/s up, 100 ms.
  ///
  /// Source: the preset *Regular 3G* of Firefox's developer tools (`throttling/profiles.js`).
  public static let mobile3G = NetworkProfile(
    latency: .milliseconds(100), bytesPerSecondDown: 93_750, bytesPerSecondUp: 31_250)

  /// A mobile network of the fourth generation: 4 Mbit/s down, 3 Mbit/s up, 20 ms.
  ///
  /// Source: the preset *Regular 4G / LTE* of Firefox's developer tools (`throttling/profiles.js`).
  public static let lte = NetworkProfile(
    latency: .milliseconds(20), bytesPerSecondDown: 500_000, bytesPerSecondUp: 375_000)

  /// A wireless network at home: 30 Mbit/s down, 15 Mbit/s up, 2 ms.
  ///
  /// Source: the preset *Wi-Fi* of Firefox's developer tools (`throttling/profiles.js`).
  public static let wifi = NetworkProfile(
    latency: .milliseconds(2), bytesPerSecondDown: 3_750_000, bytesPerSecondUp: 1_875_000)

  /// A network that makes people give up: 1 Mbit/s each way, and a latency of 0.5 to 1.5 s.
  ///
  /// Source: the preset *Very Bad Network* of Apple's Network Link Conditioner has 1 Mbit/s and 500
  /// ms each way, and loses a tenth of the packets. A profile loses nothing, since what is lost is
  /// sent again and only comes later: the jitter of 500 ms stands for that, and is chosen, not
  /// measured.
  public static let veryBad = NetworkProfile(
    latency: .seconds(1), jitter: .milliseconds(500), bytesPerSecondDown: 125_000,
    bytesPerSecondUp: 125_000)

  /// No network at all: every request fails with `URLError.notConnectedToInternet`.
  ///
  /// Source: the preset *Offline* of every browser's developer tools.
  public static let offline = NetworkProfile(isOffline: true)
}

/// Networks as the throttling menus of well-known tools have them.
///
/// Kilobits are thousands of bits here, and a byte has eight. None of these tools gives a jitter, so
/// the presets have none, `.veryBad` excepted.
///
/// Chrome's developer tools start from the round trip and the rates of a connection, and then adjust
/// them, because they throttle requests and not packets: the latency of a request is several round
/// trips, and a part of the rate is lost. A profile throttles requests, too, so that `.slow3G`,
/// `.fast3G`, `.slow4G` and `.fast4G` have the numbers after the adjustment.
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

  /// A bad mobile network of the third generation: 400 kbit/s each way, 2 s.
  ///
  /// Source: the preset *3G*, formerly *Slow 3G*, of Chrome's developer tools
  /// (`core/sdk/NetworkManager.ts`). Before their adjustment it is 500 kbit/s (× 0.8) and a round trip
  /// of 400 ms (× 5).
  public static let slow3G = NetworkProfile(
    latency: .seconds(2), bytesPerSecondDown: 50_000, bytesPerSecondUp: 50_000)

  /// A mobile network of the third generation: 750 kbit/s down, 250 kbit/s up, 100 ms.
  ///
  /// Source: the preset *Regular 3G* of Firefox's developer tools (`throttling/profiles.js`).
  public static let mobile3G = NetworkProfile(
    latency: .milliseconds(100), bytesPerSecondDown: 93_750, bytesPerSecondUp: 31_250)

  /// A good mobile network of the third generation: 1.44 Mbit/s down, 675 kbit/s up, 562.5 ms.
  ///
  /// Source: the preset *Fast 3G* of Chrome's developer tools (`core/sdk/NetworkManager.ts`), which has
  /// been called *Slow 4G* since 2024. Before their adjustment it is 1.6 Mbit/s and 750 kbit/s (× 0.9)
  /// and a round trip of 150 ms (× 3.75).
  public static let fast3G = NetworkProfile(
    latency: .microseconds(562_500), bytesPerSecondDown: 180_000, bytesPerSecondUp: 84_375)

  /// A bad mobile network of the fourth generation, which is the same as `.fast3G`.
  ///
  /// Source: the preset *Slow 4G* of Chrome's developer tools (`core/sdk/NetworkManager.ts`), which was
  /// called *Fast 3G* before.
  public static let slow4G = fast3G

  /// A good mobile network of the fourth generation: 8.1 Mbit/s down, 1.35 Mbit/s up, 165 ms.
  ///
  /// Source: the preset *Fast 4G* of Chrome's developer tools (`core/sdk/NetworkManager.ts`). Before
  /// their adjustment it is 9 Mbit/s and 1.5 Mbit/s (× 0.9) and a round trip of 60 ms (× 2.75).
  public static let fast4G = NetworkProfile(
    latency: .milliseconds(165), bytesPerSecondDown: 1_012_500, bytesPerSecondUp: 168_750)

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

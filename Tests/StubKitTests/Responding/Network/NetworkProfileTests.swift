import Testing

@testable import StubKit

struct NetworkProfileTests {
  @Test func `a profile that says nothing slows nothing down`() {
    #expect(StubResponse.text("a").throttled(to: NetworkProfile()).plan().isImmediate)
  }

  @Test func `the jitter of a profile is another one for each request`() {
    let profile = NetworkProfile(latency: .seconds(2), jitter: .seconds(1))
    let heads = (0..<20).map {
      StubResponse.text("a").plan(.init(network: profile, turn: $0)).lines.first
    }
    #expect(Set(heads).count > 10)
  }

  static let presets: [(NetworkProfile, Duration, Int, Int)] = [
    (.gprs, .milliseconds(500), 50_000, 20_000),
    (.edge, .milliseconds(300), 250_000, 50_000),
    (.slow3G, .milliseconds(400 * 5), 400_000, 400_000),
    (.mobile3G, .milliseconds(100), 750_000, 250_000),
    (.fast3G, .milliseconds(150 * 15 / 4) + .microseconds(500), 1_440_000, 675_000),
    (.slow4G, .milliseconds(150 * 15 / 4) + .microseconds(500), 1_440_000, 675_000),
    (.fast4G, .milliseconds(60 * 11 / 4), 8_100_000, 1_350_000),
    (.lte, .milliseconds(20), 4_000_000, 3_000_000),
    (.wifi, .milliseconds(2), 30_000_000, 15_000_000),
    (.veryBad, .seconds(1), 1_000_000, 1_000_000),
  ]

  @Test(arguments: presets)
  func `a preset has the bits a second of its source`(
    profile: NetworkProfile, latency: Duration, bitsDown: Int, bitsUp: Int
  ) {
    #expect(profile.latency == latency)
    #expect(profile.bytesPerSecondDown.map { $0 * 8 } == bitsDown)
    #expect(profile.bytesPerSecondUp.map { $0 * 8 } == bitsUp)
    #expect(!profile.isOffline)
  }
}

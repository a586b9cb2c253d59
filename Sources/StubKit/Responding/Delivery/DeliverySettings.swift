package struct DeliverySettings: Sendable {
  package typealias Pause = (length: Duration, jitter: Duration)

  package enum Speed: Sendable {
    /// Zero lets nothing through.
    case bytesPerSecond(Int)
    case spread(over: Duration)
  }

  typealias Chunking = (interval: Duration, size: Int)

  /// Where the body ends: with the error, or without one as if the body were complete.
  package typealias Cut = (byteCount: Int, error: (any Error & Sendable)?)

  final class Flakiness: Sendable {
    let rate: Double
    let seed: UInt64
    let failure: StubResponse
    /// Decides on the requests that this flakiness does not fail.
    let earlier: Flakiness?
    let depth: Int

    init(rate: Double, seed: UInt64, failure: StubResponse, earlier: Flakiness?) {
      (self.rate, self.seed, self.failure, self.earlier) = (rate, seed, failure, earlier)
      depth = 1 + max(failure.depth, earlier?.depth ?? 0)
    }

    func failing(onTurn turn: Int) -> Flakiness? {
      var random = SeededRandom(seed: seed, turn: turn)
      return random.nextFraction() < rate ? self : earlier?.failing(onTurn: turn)
    }
  }

  /// A response's own settings, boxed because they are large and most responses have none.
  indirect enum Own: Sendable {
    case none
    case given(DeliverySettings)

    var settings: DeliverySettings {
      if case .given(let settings) = self { settings } else { DeliverySettings() }
    }
  }

  package var pause: Pause?
  var profile: NetworkProfile?
  /// Takes precedence over the profile's speed.
  package var speed: Speed?
  var chunking: Chunking?
  package var cut: Cut?
  var flakiness: Flakiness?
  var isRanged = false
  /// Set if the network gave the response; does not affect the delivery.
  var timing: StubResponse.Timing?

  /// Takes missing settings from `other`, but a speed only if the profile is missing, too.
  ///
  /// Of two cuts the shorter one stays, as if the body were cut twice.
  mutating func fill(from other: DeliverySettings) {
    pause = pause ?? other.pause
    if profile == nil {
      profile = other.profile
      speed = speed ?? other.speed
    }
    chunking = chunking ?? other.chunking
    cut = [cut, other.cut].compactMap(\.self).min { $0.byteCount < $1.byteCount }
    flakiness = flakiness ?? other.flakiness
    isRanged = isRanged || other.isRanged
  }

  func pause(on network: NetworkProfile?, turn: Int, seed: UInt64) -> Duration {
    var random = SeededRandom(seed: seed, turn: turn)
    func jittered(_ time: Duration?, by jitter: Duration?) -> Duration {
      max((time ?? .zero) + random.nextDuration(upToEitherSide: jitter ?? .zero), .zero)
    }
    let latency = jittered(
      network?.latency.withinCentury, by: network?.jitter.withinCentury)
    return latency + jittered(pause?.length, by: pause?.jitter)
  }

  /// Nil without a speed, or if a `spread` has no time, or no body of known length.
  func rate(of content: ResolvedResponse.Content, on network: NetworkProfile?) -> ByteRate? {
    switch speed {
    case .bytesPerSecond(let rate): return ByteRate(byteCount: rate)
    case .spread(let duration):
      guard duration > .zero, let length = content.reply?.body.length, length > 0 else {
        return nil
      }
      return ByteRate(byteCount: length, per: duration)
    case nil: return network?.bytesPerSecondDown.map { ByteRate(byteCount: $0) }
    }
  }

  /// How long an empty body takes.
  var timeWithoutBytes: Duration {
    if case .spread(let duration) = speed { duration.withinCentury } else { .zero }
  }
}

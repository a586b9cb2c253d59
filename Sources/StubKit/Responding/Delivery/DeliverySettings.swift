struct DeliverySettings: Sendable {
  struct Pause: Sendable {
    var length: Duration
    var jitter: Duration
  }

  enum Speed: Sendable {
    /// Zero lets nothing through.
    case bytesPerSecond(Int)
    /// The time for the whole body, however long it is.
    case spread(over: Duration)
  }

  struct Chunking: Sendable {
    var interval: Duration
    var size: Int
  }

  /// A number of bytes after which the body ends, with an error or as if it were complete.
  struct Cut: Sendable {
    var byteCount: Int
    var error: (any Error & Sendable)?
  }

  struct Flakiness: Sendable {
    let rate: Double
    let seed: UInt64
    let failure: StubResponse

    func failure(onTurn turn: Int) -> StubResponse? {
      var random = SeededRandom(seed: seed, turn: turn)
      return random.nextFraction() < rate ? failure : nil
    }
  }

  /// The settings of one response, boxed because they take 200 bytes and most responses have none.
  indirect enum Own: Sendable {
    case none
    case given(DeliverySettings)

    var settings: DeliverySettings {
      if case .given(let settings) = self { settings } else { DeliverySettings() }
    }
  }

  var pause: Pause?
  var profile: NetworkProfile?
  /// The body's own speed, which wins over the profile's.
  var speed: Speed?
  var chunking: Chunking?
  var drop: Cut?
  /// Where the body ends as if it were complete.
  var truncation: Cut?
  var flakiness: Flakiness?
  var isRanged = false
  /// How long the network's answer took; it does not affect the delivery.
  var timing: StubResponse.Timing?

  /// Takes over the settings that are missing here; a speed belongs to the profile it refines.
  mutating func fill(from other: DeliverySettings) {
    pause = pause ?? other.pause
    if profile == nil {
      profile = other.profile
      speed = speed ?? other.speed
    }
    chunking = chunking ?? other.chunking
    drop = drop ?? other.drop
    truncation = truncation ?? other.truncation
    flakiness = flakiness ?? other.flakiness
    isRanged = isRanged || other.isRanged
  }

  /// Returns the pause before the head: latency and delay, each with its jitter and neither below zero.
  func pause(on network: NetworkProfile?, turn: Int, seed: UInt64) -> Duration {
    var random = SeededRandom(seed: seed, turn: turn)
    func jittered(_ time: Duration?, by jitter: Duration?) -> Duration {
      max((time ?? .zero) + random.nextDuration(upToEitherSide: jitter ?? .zero), .zero)
    }
    let latency = jittered(
      network?.latency.clampedToSimulation, by: network?.jitter.clampedToSimulation)
    return latency + jittered(pause?.length, by: pause?.jitter)
  }

  /// The earlier of a drop and a truncation; the drop if they meet.
  var firstCut: Cut? {
    guard let drop, let truncation else { return drop ?? truncation }
    return truncation.byteCount < drop.byteCount ? truncation : drop
  }

  /// Nil if the whole body arrives at once.
  func rate(of content: ResolvedResponse.Content, on network: NetworkProfile?) -> ByteRate? {
    switch speed {
    case .bytesPerSecond(let rate): return ByteRate(perSecond: rate)
    case .spread(let duration):
      guard duration > .zero, let length = content.reply?.body.length, length > 0 else {
        return nil
      }
      return ByteRate(byteCount: length, per: duration)
    case nil: return network?.bytesPerSecondDown.map { ByteRate(perSecond: $0) }
    }
  }

  /// How long an empty body takes.
  var timeWithoutBytes: Duration {
    if case .spread(let duration) = speed { duration.clampedToSimulation } else { .zero }
  }
}

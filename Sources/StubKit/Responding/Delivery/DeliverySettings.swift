/// A response's own settings of its delivery.
struct DeliverySettings: Sendable {
  /// A pause of a given length, longer or shorter by up to the jitter.
  struct Pause: Sendable {
    var length: Duration
    var jitter: Duration
  }

  enum Speed: Sendable {
    /// Bytes per second; zero lets nothing through.
    case bytesPerSecond(Int)
    /// The whole body, however long, takes this time.
    case spread(over: Duration)
  }

  /// The size of the chunks and the time between them.
  struct Chunking: Sendable {
    var interval: Duration
    var size: Int
  }

  /// A number of bytes after which the body ends.
  struct Cut: Sendable {
    var byteCount: Int
    /// The error of the end; nil if the body seems complete.
    var error: (any Error & Sendable)?
  }

  /// The pause before the head.
  var pause: Pause?
  /// The network that is simulated instead of the registry's.
  var profile: NetworkProfile?
  /// The body's own speed, which wins over the profile's.
  var speed: Speed?
  var chunking: Chunking?
  /// Where the connection breaks.
  var drop: Cut?
  /// Where the body ends although the response succeeds.
  var truncation: Cut?
  var flakiness: Flakiness?
  /// Whether a request may ask for a part of the body.
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
}

/// How a response is delivered, as far as it says so itself.
struct DeliverySettings: Sendable {
  /// A pause of a given length, longer or shorter by up to the jitter.
  struct Pause: Sendable {
    var length: Duration
    var jitter: Duration
  }

  /// How fast the body arrives.
  enum Speed: Sendable {
    /// Bytes in a second; zero lets nothing through.
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
    /// The error that ends it, or nil if it ends as if it were complete.
    var error: (any Error & Sendable)?
  }

  /// The pause before the head.
  var pause: Pause?
  /// The network that is simulated instead of the registry's.
  var profile: NetworkProfile?
  /// How fast the body arrives, whatever the profile says.
  var speed: Speed?
  /// The chunks that the body is cut into.
  var chunking: Chunking?
  /// Where the connection breaks.
  var drop: Cut?
  /// Where the body ends although the response succeeds.
  var truncation: Cut?
  /// How often the response fails instead.
  var flakiness: Flakiness?
  /// Whether a request can have a part of the body.
  var isRanged = false
  /// How long it took when the network gave it; nothing is delivered by that.
  var timing: StubResponse.Timing?

  /// Takes over what is not set here; a speed counts as part of the profile it refines.
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

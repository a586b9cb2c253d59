/// A steady rate of bytes, computed without rounding errors that add up.
struct ByteRate: Sendable {
  /// The bytes that take `period`.
  private let byteCount: Int
  private let period: Duration

  /// Makes a rate; with less than one byte nothing ever gets through.
  init(byteCount: Int, per period: Duration) {
    (self.byteCount, self.period) = (max(byteCount, 0), period.clampedToSimulation)
  }

  init(perSecond byteCount: Int) {
    self.init(byteCount: byteCount, per: .seconds(1))
  }

  /// The number of bytes in a chunk: the worth of a tenth of a second, but at least one.
  var chunkSize: Int { max(byteCount / max(Int(period / .milliseconds(100)), 1), 1) }

  /// Returns the time for this many bytes, rounded down to the attosecond; nil if they never get through.
  func time(for count: Int) -> Duration? {
    guard count > 0 else { return .zero }
    guard byteCount > 0 else { return nil }
    // A duration has 128 bits, so the product is exact for any rate per second.
    let (periods, bytes) = count.quotientAndRemainder(dividingBy: byteCount)
    return period * periods + period * bytes / byteCount
  }
}

extension Duration {
  /// A century: longer times never pass, and sums of such times cannot overflow.
  private static let longestSimulated = Duration.seconds(3_155_760_000)

  /// The duration within the limits of a simulation: from zero to a century.
  var clampedToSimulation: Duration { min(max(self, .zero), .longestSimulated) }

  /// A number of seconds, clamped; NaN counts as zero.
  static func simulated(seconds: Double) -> Duration {
    guard seconds > 0 else { return .zero }
    guard seconds < 3_155_760_000 else { return .longestSimulated }
    // In nanoseconds, because the binary fraction 0.1 is not exactly a tenth in attoseconds.
    return .nanoseconds(Int64((seconds * 1_000_000_000).rounded()))
  }
}

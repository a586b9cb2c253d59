/// A steady rate of bytes, computed without rounding errors that add up.
struct ByteRate: Sendable {
  /// The bytes that take `period`.
  private let byteCount: UInt64
  private let period: Duration

  /// Makes a rate; with less than one byte nothing ever gets through.
  init(byteCount: Int, per period: Duration) {
    self.byteCount = UInt64(max(byteCount, 0))
    self.period = period.clampedToSimulation
  }

  init(perSecond byteCount: Int) {
    self.init(byteCount: byteCount, per: .seconds(1))
  }

  /// The number of bytes in a chunk: the worth of a tenth of a second, but at least one.
  var chunkSize: Int {
    let (slots, rest) = period.components
    let tenths = slots * 10 + rest / 100_000_000_000_000_000
    guard tenths > 1 else { return Int(clamping: max(byteCount, 1)) }
    return Int(clamping: max(byteCount / UInt64(tenths), 1))
  }

  /// Returns the time for this many bytes; nil if they never get through.
  ///
  /// It is `count / rate` to the attosecond, rounded down, however large the numbers.
  func time(for count: Int) -> Duration? {
    guard count > 0 else { return .zero }
    guard byteCount > 0 else { return nil }
    let (wholePeriods, bytes) = UInt64(count).quotientAndRemainder(dividingBy: byteCount)
    let (seconds, attoseconds) = period.components

    // (seconds + attoseconds) * bytes / byteCount, in 128 bits; since bytes < byteCount, the quotients are
    // no larger than the period's components.
    let product = UInt64(seconds).multipliedFullWidth(by: bytes)
    let (partSeconds, restSeconds) = byteCount.dividingFullWidth(product)
    let left = restSeconds.multipliedFullWidth(by: 1_000_000_000_000_000_000)
    let right = UInt64(attoseconds).multipliedFullWidth(by: bytes)
    let (low, carry) = left.low.addingReportingOverflow(right.low)
    let high = left.high + right.high + (carry ? 1 : 0)
    let (partAttoseconds, _) = byteCount.dividingFullWidth((high, low))

    let part = Duration(
      secondsComponent: Int64(clamping: partSeconds),
      attosecondsComponent: Int64(clamping: partAttoseconds))
    return period * Int64(clamping: wholePeriods) + part
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

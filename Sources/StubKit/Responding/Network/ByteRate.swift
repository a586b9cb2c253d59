/// A steady rate: a number of bytes in a time, computed without rounding that adds up.
struct ByteRate: Sendable {
  /// The longest time between two chunks, where a byte does not take longer than that.
  static let slot = Duration.milliseconds(100)

  /// The bytes that take `period`.
  private let byteCount: UInt64
  private let period: Duration

  /// Makes a rate; bytes less than one never get through.
  init(byteCount: Int, per period: Duration) {
    self.byteCount = UInt64(max(byteCount, 0))
    self.period = period.clampedToSimulation
  }

  /// How many bytes go into one chunk: a slot's worth, but at least one.
  var chunkSize: Int {
    let (slots, rest) = period.components
    let tenths = slots * 10 + rest / 100_000_000_000_000_000
    guard tenths > 1 else { return Int(clamping: max(byteCount, 1)) }
    return Int(clamping: max(byteCount / UInt64(tenths), 1))
  }

  /// The time that this many bytes take, or nil if they never get through.
  ///
  /// It is `count / rate` to the attosecond, rounded down, however large the numbers.
  func time(for count: Int) -> Duration? {
    guard count > 0 else { return .zero }
    guard byteCount > 0 else { return nil }
    let (wholePeriods, bytes) = UInt64(count).quotientAndRemainder(dividingBy: byteCount)
    let (seconds, attoseconds) = period.components

    // (seconds + attoseconds) * bytes / byteCount, in 128 bits; bytes < byteCount bounds the
    // quotients by the period's own components.
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

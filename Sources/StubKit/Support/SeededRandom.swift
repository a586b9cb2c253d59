/// The SplitMix64 of Steele, Lea and Flood (OOPSLA 2014): equal seeds and turns give equal numbers.
package struct SeededRandom: RandomNumberGenerator {
  private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  init(seed: UInt64, turn: Int) {
    // Mixed: from the bare sum, each turn would repeat the previous turn's numbers, less the first.
    let number = UInt64(bitPattern: Int64(turn)) &+ 1
    state = Self.finalised(seed &+ number &* Self.increment)
  }

  package mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.finalised(state)
  }

  /// From 0 up to, but not including, 1.
  mutating func nextFraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// From minus `extent` to plus `extent`, in whole nanoseconds.
  mutating func nextDuration(upToEitherSide extent: Duration) -> Duration {
    let (seconds, attoseconds) = extent.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    guard nanoseconds > 0 else { return .zero }
    // The modulo's bias is negligible: for any usual jitter the span is far below 2^64.
    let span = UInt64(nanoseconds) * 2 + 1
    return .nanoseconds(Int64(next() % span) - nanoseconds)
  }

  private static func finalised(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

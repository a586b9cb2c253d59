extension Duration {
  /// A century: longer times never pass, and sums of such times cannot overflow.
  static let longestSimulated = Duration.seconds(3_155_760_000)

  /// The duration within the limits of a simulation: from zero to a century.
  var clampedToSimulation: Duration {
    min(max(self, .zero), .longestSimulated)
  }

  /// A number of seconds, clamped; NaN counts as zero.
  static func simulated(seconds: Double) -> Duration {
    guard seconds > 0 else { return .zero }
    guard seconds < 3_155_760_000 else { return .longestSimulated }
    // In nanoseconds, because the binary fraction 0.1 is not exactly a tenth in attoseconds.
    return .nanoseconds(Int64((seconds * 1_000_000_000).rounded()))
  }
}

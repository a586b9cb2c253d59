extension Duration {
  /// A century: whatever takes longer never happens, and sums of such times cannot overflow.
  static let longestSimulated = Duration.seconds(3_155_760_000)

  /// The duration without what makes no sense in a simulation: negative, or longer than a century.
  var clampedToSimulation: Duration {
    min(max(self, .zero), .longestSimulated)
  }

  /// A number of seconds, clamped; NaN counts as zero.
  static func simulated(seconds: Double) -> Duration {
    guard seconds > 0 else { return .zero }
    guard seconds < 3_155_760_000 else { return .longestSimulated }
    // Nanoseconds, because 0.1 as a binary fraction is not a tenth to the last attosecond.
    return .nanoseconds(Int64((seconds * 1_000_000_000).rounded()))
  }
}

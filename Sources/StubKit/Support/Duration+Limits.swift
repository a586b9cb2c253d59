extension Duration {
  package var inSeconds: Double { self / .seconds(1) }

  /// The nearest duration whose seconds fit into an `Int64`, as `components` requires.
  package var limited: Duration { min(max(self, .seconds(Int64.min)), .seconds(Int64.max)) }

  static let century = Duration.seconds(Int64(3_155_760_000))

  /// The nearest duration from zero to a century: sums of such times overflow no clock.
  var withinCentury: Duration { min(max(self, .zero), .century) }
}

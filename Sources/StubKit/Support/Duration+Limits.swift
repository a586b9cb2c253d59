extension Duration {
  package var inSeconds: Double { self / .seconds(1) }

  /// The nearest duration that has components: their seconds are an `Int64`.
  package var limited: Duration { min(max(self, .seconds(Int64.min)), .seconds(Int64.max)) }

  static let century = Duration.seconds(Int64(3_155_760_000))

  /// The nearest of at least nothing and at most a century: sums of such times overflow no clock.
  var withinCentury: Duration { min(max(self, .zero), .century) }
}
